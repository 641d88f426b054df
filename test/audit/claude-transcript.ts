type RecordFields = Readonly<Record<string, unknown>>;

/** A session of Claude Code as its transcripts are, written here from nothing. */
export class ClaudeTranscript {
  private readonly lines: string[] = [];
  private count = 0;
  private parent: string | null = null;
  private readonly sessionId: string;

  constructor(seed: number) {
    this.sessionId = `00000000-0000-4000-8000-${String(seed).padStart(12, '0')}`;
  }

  private push(record: RecordFields, isRoot = false): void {
    this.count++;
    const uuid = `10000000-0000-4000-8000-${String(this.count).padStart(12, '0')}`;
    const time = new Date(Date.UTC(2026, 0, 1) + this.count * 1000).toISOString();
    this.lines.push(
      JSON.stringify({
        parentUuid: isRoot ? null : this.parent,
        isSidechain: false,
        cwd: '/w',
        sessionId: this.sessionId,
        version: '2.1.39',
        uuid,
        timestamp: time,
        ...record,
      }),
    );
    this.parent = uuid;
  }

  text(): string {
    return `${this.lines.join('\n')}\n`;
  }

  user(text: string): void {
    this.push({ type: 'user', message: { role: 'user', content: text } });
  }

  assistant(text: string): void {
    this.push({ type: 'assistant', message: { id: `msg_${this.count}`, role: 'assistant', model: 'm', content: [{ type: 'text', text }] } });
  }

  exchange(name: string, input: unknown, result: string, isError = false): void {
    const id = `toolu_${this.count}`;
    this.push({ type: 'assistant', message: { id: `msg_${this.count}`, role: 'assistant', model: 'm', content: [{ type: 'tool_use', id, name, input }] } });
    this.push({
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result, ...(isError ? { is_error: true } : {}) }] },
    });
  }

  /** The user said no, with a reason, as the harness writes it. */
  refusal(name: string, input: unknown, reason: string): void {
    const text = `The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\n${reason}`;
    const id = `toolu_${this.count}`;
    this.push({ type: 'assistant', message: { id: `msg_${this.count}`, role: 'assistant', model: 'm', content: [{ type: 'tool_use', id, name, input }] } });
    this.push({
      type: 'user',
      toolUseResult: 'User rejected tool use',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text, is_error: true }] },
    });
  }

  compaction(summary: string): void {
    this.push(
      {
        type: 'system',
        subtype: 'compact_boundary',
        content: 'Conversation compacted',
        logicalParentUuid: this.parent,
        compactMetadata: { trigger: 'auto', preTokens: 50_000 },
      },
      true,
    );
    this.push({
      type: 'user',
      isCompactSummary: true,
      isVisibleInTranscriptOnly: true,
      message: { role: 'user', content: `This session is being continued from a previous conversation that ran out of context.\n${summary}` },
    });
  }
}
