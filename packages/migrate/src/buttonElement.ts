import type { Edit } from './edits.js'
import type { Moved, MoveParameters } from './hookCalls.js'
import type { ButtonProps } from './peer.js'
import type { Located, Source } from './source.js'
import { tagEdits } from './tagEdits.js'
import { readAttribute } from './value.js'

const anchor = 'buttons-and-hooks'

/** Moves an element of the peer's button whose props are all known; one with a function of the host's inside is left. */
export function moveButton({ source, peer, imports, reference }: MoveParameters): Moved {
  const opening = source.parents.get(reference)
  // The opening tag's name moves both.
  if (opening?.type === 'JSXClosingElement') return { edits: [] }
  if (opening?.type === 'JSXMemberExpression' && source.parents.get(opening)?.type === 'JSXClosingElement')
    return { edits: [] }
  if (opening?.type === 'JSXMemberExpression')
    return { problem: `what ${peer.button}.Custom draws is the page's own: its props have other names here`, anchor }
  if (opening?.type !== 'JSXOpeningElement') return { problem: `${peer.button} isn't used as an element`, anchor }
  const element = source.parents.get(opening)
  if (element?.type !== 'JSXElement') return { problem: `${peer.button} isn't used as an element`, anchor }
  const all: ButtonProps[] = []
  for (const attribute of opening.attributes) {
    if (attribute.type === 'JSXSpreadAttribute') return { problem: `props are spread into ${peer.button}`, anchor }
    const { name } = attribute.name
    const key = typeof name === 'string' ? name : name.name
    const moved = peer.buttonProps[key]?.(readAttribute(source, attribute), source.style)
    if (!moved) return { problem: `the prop ${key} of ${peer.button} isn't understood`, anchor }
    all.push(moved)
  }
  const button = imports.name('@foyer/react', 'FoyerButton')
  const props = Object.entries(Object.assign({}, ...all.map(({ props }) => props)))
  const attributes = props.map(([key, value]) => `${key}=${value}`)
  const edits = tagEdits({ source, element, name: button, attributes })
  if (all.some(({ networks }) => networks))
    edits.push(...beside(source, { element, button: imports.name('@foyer/react', 'NetworkButton') }))
  return { edits }
}

/** A second button before an element: a sibling where it has any, otherwise both in a fragment. */
function beside(source: Source, { element, button }: { readonly element: Located; readonly button: string }): Edit[] {
  const { start, end } = element
  const around = source.parents.get(element)?.type
  if (around !== 'JSXElement' && around !== 'JSXFragment')
    return [
      { start, end: start, text: `<><${button} />` },
      { start: end, end, text: '</>' },
    ]
  const [gap] = /\r?\n[\t ]*$/.exec(source.text.slice(0, start)) ?? ['']
  return [{ start, end: start, text: `<${button} />${gap}` }]
}
