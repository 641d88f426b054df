/** A text that ends in a question mark, of any script: what the user writes next is the answer. */
export function endsInQuestion(text: string): boolean {
  return /[?？؟\u037e՞⁇]\s*$/u.test(text.slice(-16));
}
