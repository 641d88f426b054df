/**
 * A turn is a user's message, or an assistant's message with the results it got. Numbered from 1 in the original
 * conversation; 0 stands for what precedes the first message (system prompt, tool definitions).
 */
export type TurnIndex = number;
