import type { CallToolResult, Tool as ToolDefinition } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { type Tool, type ToolContext, type ToolPage, toolResult } from './tool.ts';
import { reportOf, ToolError } from './tool-error.ts';

const MISTAKE_CHARACTERS = 400;

/** A tool as the protocol has it: any arguments in, a result out. */
export interface OfferedTool {
  readonly definition: ToolDefinition;
  /** Every failure is a result too: it is the model that must know. Throws only where the call was cancelled. */
  call(given: unknown, context: ToolContext, signal: AbortSignal): Promise<CallToolResult>;
}

export function offered<Input>(tool: Tool<Input>): OfferedTool {
  return {
    definition: {
      name: tool.name,
      title: tool.title,
      description: tool.description,
      inputSchema: schemaOf(tool.input, 'input'),
      ...(tool.output === undefined ? {} : { outputSchema: schemaOf(tool.output, 'output') }),
      annotations: { title: tool.title, readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    async call(given, context, signal) {
      try {
        return toolResult(await answered(tool, given, context, signal));
      } catch (error) {
        signal.throwIfAborted();
        return errorResult(error);
      }
    },
  };
}

function answered<Input>(tool: Tool<Input>, given: unknown, context: ToolContext, signal: AbortSignal): Promise<ToolPage> {
  const input = tool.input.safeParse(given ?? {});
  if (input.success) return tool.run(input.data, context, signal);
  const mistakes = input.error.issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`));
  throw new ToolError('arguments-invalid', `${mistakes.join('; ').slice(0, MISTAKE_CHARACTERS)}. Call ${tool.name} again as its schema says.`);
}

function errorResult(error: unknown): CallToolResult {
  const { code, message } = reportOf(error);
  return { content: [{ type: 'text', text: `${code}: ${message}` }], isError: true, _meta: { 'holdfast/code': code } };
}

/** JSON Schema 2020-12, which is the protocol's default: hosts refuse a whole list for one schema that they cannot read. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): ToolDefinition['inputSchema'] {
  return z.toJSONSchema(schema, { target: 'draft-2020-12', io }) as ToolDefinition['inputSchema'];
}
