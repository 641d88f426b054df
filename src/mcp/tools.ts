import { type OfferedTool, offered } from './offered-tool.ts';
import { audit } from './tools/audit.ts';
import { recall } from './tools/recall.ts';
import { search } from './tools/search.ts';
import { status } from './tools/status.ts';
import { timeline } from './tools/timeline.ts';

/** In the order in which they are offered. */
export const TOOLS: readonly OfferedTool[] = [offered(recall), offered(search), offered(timeline), offered(audit), offered(status)];
