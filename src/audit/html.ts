/** Markup of ours. All else that stands in a page is text. */
export class Markup {
  readonly source: string;

  constructor(source: string) {
    this.source = source;
  }
}

export type HtmlValue = string | number | Markup | readonly Markup[] | undefined;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '`': '&#96;' };
const SPECIAL = /[&<>"'`]/g;
/** Control characters, those that turn the direction of writing, and what XML has no place for: shown as what they are. */
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]/g;

/**
 * A piece of a page: what is put in is text and nothing else, whatever it looks like (DESIGN §10), unless it is `Markup`.
 *
 * @example html`<p>${'<script>'}</p>`.source // '<p>&lt;script&gt;</p>'
 */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Markup {
  return new Markup(strings.map((part, index) => part + sourceOf(values[index])).join(''));
}

function sourceOf(value: HtmlValue): string {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.source;
  if (typeof value === 'object') return value.map(({ source }) => source).join('');
  return escapeText(String(value));
}

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(SPECIAL, (character) => ENTITIES[character] ?? '');
}
