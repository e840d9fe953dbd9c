import ts from 'typescript'

/** What a title's brackets name: ids that were understood, and words in them that weren't. */
export interface NamedIds {
  readonly ids: readonly string[]
  readonly unreadable: readonly string[]
}

/** A bracket counts once it begins like an id, so that `[data-part]` or `[0]` in a title stay text. */
const bracket = /\[\s*([SFWX]\d[^\]]*)\]/g
const oneId = /^(S\d\.|[FWX])([1-9]\d*)$/
const aRange = /^(S\d\.|[FWX])([1-9]\d*)[–-](S\d\.|[FWX])?([1-9]\d*)$/

/**
 * The ids that a test title names: `[S4.9 S4.10]`, `[S4.1–S4.3]`, `[F6]`, `[W1, X3]`.
 * A range stays within one point and goes upwards; anything else in such a bracket is unreadable.
 */
export function idsOf(title: string): NamedIds {
  const ids: string[] = []
  const unreadable: string[] = []
  for (const [, inside = ''] of title.matchAll(bracket)) {
    const words = inside.replace(/\s*[–-]\s*/g, '–').split(/[\s,]+/)
    for (const word of words.filter((text) => text !== '')) {
      const range = idsOfWord(word)
      if (range === undefined) unreadable.push(word)
      else ids.push(...range)
    }
  }
  return { ids, unreadable }
}

function idsOfWord(word: string): readonly string[] | undefined {
  if (oneId.test(word)) return [word]
  const [, point, from, pointAgain = point, to] = aRange.exec(word) ?? []
  if (point === undefined || pointAgain !== point || Number(from) >= Number(to)) return undefined
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, step) => `${point}${Number(from) + step}`)
}

/**
 * Every string of a source text in which a bracket of ids may stand. Titles also come out of tables (`test.each`) and
 * shared suites, so all string literals are read, whoever they are passed to; comments and code aren't.
 */
export function stringsOf({ path, source }: { path: string; source: string }): readonly string[] {
  const strings: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) strings.push(node.text)
    if (ts.isTemplateExpression(node)) strings.push(templateText(node))
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest))
  return strings
}

/** A template with an ellipsis for each substitution: inside a bracket of ids that is unreadable, and reported. */
function templateText({ head, templateSpans }: ts.TemplateExpression): string {
  return [head.text, ...templateSpans.map((span) => span.literal.text)].join('…')
}

/** The list entries of a document that explain an id, in the order in which they stand: `- **S4.9** After …`. */
export function explanationsOf(document: string): readonly { id: string; text: string }[] {
  return [...document.matchAll(/^- \*\*((?:S\d\.|[FWX])\d+)\*\*[^\S\n]*(.*)$/gm)].map(([, id = '', text = '']) => ({
    id,
    text,
  }))
}
