import type { JSXElement } from '@babel/types'
import type { Edit } from './edits.js'
import { located, type Source } from './source.js'

/**
 * An element under another name, with other attributes, in lines where it was in lines and had more than one.
 * @example tagEdits({ source, element, name: 'FoyerButton', attributes: ['label="Log in"'] })
 */
export function tagEdits({
  source,
  element,
  name,
  attributes,
}: {
  readonly source: Source
  readonly element: JSXElement
  readonly name: string
  readonly attributes: readonly string[]
}): Edit[] {
  const { openingElement, closingElement } = element
  const opening = located(openingElement)
  const [first] = openingElement.attributes
  const { start, end: nameEnd } = located(openingElement.name)
  const until = opening.end - (openingElement.selfClosing ? '/>' : '>').length
  const gap = first && attributes.length > 1 ? source.text.slice(nameEnd, located(first).start) : ' '
  const last = openingElement.attributes.at(-1)
  const inLines = gap !== ' ' && last
  const after = inLines ? source.text.slice(located(last).end, until) : openingElement.selfClosing ? ' ' : ''
  const edits: Edit[] = [{ start, end: until, text: `${[name, ...attributes].join(gap)}${after}` }]
  if (closingElement) {
    const closing = located(closingElement.name)
    edits.push({ start: closing.start, end: closing.end, text: name })
  }
  return edits
}
