import { moveCustomButton } from './customButton.js'
import type { Moved, MoveParameters } from './hookCalls.js'
import type { ButtonProps } from './peer.js'
import { tagEdits } from './tagEdits.js'
import { readAttribute } from './value.js'

const anchor = 'buttons-and-hooks'

/** Moves an element of the peer's button whose props are all known, or one that the host draws by what it is handed. */
export function moveButton(parameters: MoveParameters): Moved {
  const { source, peer, imports, reference } = parameters
  const opening = source.parents.get(reference)
  // The opening tag's name moves both.
  if (opening?.type === 'JSXClosingElement') return { edits: [] }
  if (opening?.type === 'JSXMemberExpression') return moveCustomButton({ ...parameters, name: opening })
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
  const props: ButtonProps = Object.assign({}, ...all)
  const attributes = Object.entries(props).map(([key, value]) => `${key}=${value}`)
  return { edits: tagEdits({ source, element, name: button, attributes }) }
}
