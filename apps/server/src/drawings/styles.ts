import { functions } from './allowed.js'

/** The target of `url(…)`, inside of the picture. */
const ownTarget = /\s*(?:["']\s*)?#([^"'()\s]+)\s*(?:["']\s*)?\)/y
const atRule = /@([\w-]*)/g
/** Longer names of functions aren't known. */
const longestName = 40

/**
 * Reads a style, or the value of an attribute that is read as one (CSS Syntax 3): its functions, its links and its at-rules are looked for wherever they stand, in
 * comments and texts too. It is read in linear time, because the text is untrusted.
 *
 * @returns the ids that it refers to, in order; null where it reaches out of the picture, moves, or is written with escapes
 */
export function readStyle(text: string): readonly string[] | null {
  if (text.includes('\\')) return null
  for (const [, rule = ''] of text.matchAll(atRule)) if (rule.toLowerCase() !== 'media') return null
  const targets: string[] = []
  for (let at = text.indexOf('('); at !== -1; at = text.indexOf('(', at + 1)) {
    const name = nameBefore(text, at)
    if (name !== '' && !functions.has(name)) return null
    if (name !== 'url') continue
    ownTarget.lastIndex = at + 1
    const [, target] = ownTarget.exec(text) ?? []
    if (target === undefined) return null
    targets.push(target)
  }
  return targets
}

/** The name that a bracket belongs to, in small letters; '' for a bracket alone. */
const nameBefore = (text: string, at: number): string =>
  /(?<![\w-])[\w-]*$/.exec(text.slice(Math.max(0, at - longestName), at).trimEnd())?.[0].toLowerCase() ?? ''

/** A reference that a sheet makes for the elements of a class, or for all where it says less. */
export interface SheetReference {
  readonly className: string | undefined
  readonly target: string
}

/**
 * Reads the references of a style sheet that {@link readStyle} took, one after another: a rule of many selectors has each of
 * its references from each of them, which are more than a sheet has letters.
 * @example [...sheetReferences('.a, g > .b { fill: url(#c) }')] // of the classes a and b, to c
 */
export function* sheetReferences(sheet: string): Generator<SheetReference> {
  for (const rule of sheet.split('}')) {
    const at = rule.lastIndexOf('{')
    const targets = readStyle(rule) ?? []
    if (targets.length === 0) continue
    // The text before a rule within a rule is of the outer one, whose elements aren't looked up.
    const isPlain = readStyle(rule.slice(at + 1))?.length === targets.length
    const selectors = isPlain ? rule.slice(rule.lastIndexOf('{', at - 1) + 1, Math.max(at, 0)).split(',') : ['']
    for (const selector of selectors) {
      const className = /\.([\w-]{1,256})$/.exec(selector.trim())?.[1]
      for (const target of targets) yield { className, target }
    }
  }
}
