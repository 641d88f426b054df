import type { Host, HostName } from '../host.ts';
import { CLAUDE_CODE } from './claude-code.ts';
import { CODEX } from './codex.ts';
import { OPENCODE } from './opencode.ts';
import { PI } from './pi.ts';

/** Every agent that holdfast can be put into, by name. */
export const HOSTS: Readonly<Record<HostName, Host>> = { 'claude-code': CLAUDE_CODE, codex: CODEX, opencode: OPENCODE, pi: PI };
