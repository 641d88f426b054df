import { describe, expect, it } from 'vitest';
import { RECALL_TOOL } from '../../src/core/classify/tools/recall-tool.ts';
import type { LiveFormat } from '../../src/live/live-request.ts';
import { offersRecallTool, RECALL_TOOL_NAME, withRecallTool } from '../../src/proxy/recall/tool.ts';

const FORMATS: readonly LiveFormat[] = ['anthropic', 'openai', 'openai-responses'];

function toolsIn(body: string): readonly Record<string, unknown>[] {
  return (JSON.parse(body) as { readonly tools?: readonly Record<string, unknown>[] }).tools ?? [];
}

describe('§8: the recall tool in a request', () => {
  it('E2: is known by its name, so that what it recalls is recoverable', () => {
    expect(RECALL_TOOL_NAME).toMatch(RECALL_TOOL);
  });

  for (const format of FORMATS) {
    it(`${format}: given tools, then it stands behind them, and all else keeps its letters`, () => {
      const body = '{ "tools" : [ {"name":"a"} ,\n {"name":"b"}\n ] , "messages":[ ], "x": 1e2 }';
      const offered = withRecallTool(format, body);
      expect(toolsIn(offered).slice(0, 2)).toEqual([{ name: 'a' }, { name: 'b' }]);
      expect(JSON.stringify(toolsIn(offered)[2])).toContain(`"${RECALL_TOOL_NAME}"`);
      expect(toolsIn(offered)).toHaveLength(3);
      expect(offered.replace(`,${JSON.stringify(toolsIn(offered)[2])}`, '')).toBe(body);
      expect(offersRecallTool(format, offered)).toBe(true);
    });

    it(`${format}: given no tools, then it is offered, with the same bytes each time`, () => {
      for (const body of ['{"messages":[]}', '{"tools":[],"messages":[]}', '{"tools":null,"messages":[]}']) {
        expect(toolsIn(withRecallTool(format, body))).toHaveLength(1);
        expect(JSON.stringify(toolsIn(withRecallTool(format, body)))).toBe(JSON.stringify(toolsIn(withRecallTool(format, '{"messages":[]}'))));
      }
    });

    it(`${format}: given a choice among no tools, or holdfast's recall by MCP, then nothing is offered`, () => {
      for (const body of [
        '{"tool_choice":"none","messages":[]}',
        '{"tools":[{"name":"mcp__holdfast__recall"}]}',
        '{"tools":[{"type":"function","function":{"name":"holdfast_recall"}}]}',
      ]) {
        expect(withRecallTool(format, body)).toBe(body);
      }
    });

    it(`${format}: given a choice among the client's tools, or another tool of a like name, then it is offered: the cache begins with the tools`, () => {
      for (const body of ['{"tools":[{"name":"a"}],"tool_choice":"none"}', '{"tools":[{"name":"recall_order"}]}']) {
        expect(toolsIn(withRecallTool(format, body))).toHaveLength(2);
      }
    });
  }

  it('given an answer that could not be continued here, then nothing is offered', () => {
    expect(withRecallTool('openai', '{"n":2}')).toBe('{"n":2}');
    expect(withRecallTool('openai', '{"functions":[]}')).toBe('{"functions":[]}');
    expect(withRecallTool('openai-responses', '{"conversation":"conv_1"}')).toBe('{"conversation":"conv_1"}');
    expect(withRecallTool('openai-responses', '{"background":true}')).toBe('{"background":true}');
  });

  it('§10: given the definition in a text of the conversation, then it is no offer', () => {
    const definition = JSON.stringify(toolsIn(withRecallTool('anthropic', '{}'))[0]);
    expect(offersRecallTool('anthropic', JSON.stringify({ messages: [{ role: 'user', content: definition }] }))).toBe(false);
  });
});
