import type { Edit } from './edits.js'
import type { NewImports } from './newImports.js'
import type { HookPart, Peer } from './peer.js'
import { freeName, isNamed, type Located, located, type Source } from './source.js'

export interface MoveParameters {
  readonly source: Source
  readonly peer: Peer
  readonly imports: NewImports
  /** Where the name from the peer stands. */
  readonly reference: Located
  /** Does the project sign its visitors in by the peer? */
  readonly signsIn: boolean
}

/** The edits that replace a use, or why it is left. */
export type Moved = { readonly edits: readonly Edit[] } | { readonly problem: string; readonly anchor: string }

const anchor = 'buttons-and-hooks'

/**
 * Moves a call of a hook of the peer's whose answer is taken apart where it is called:
 * `const { openConnectModal } = useConnectModal()`.
 */
export function moveHook({
  source,
  peer,
  imports,
  reference,
  hook,
}: MoveParameters & { readonly hook: string }): Moved {
  const left = { problem: `what ${hook} answers with isn't taken apart by known names where it is called`, anchor }
  const call = source.parents.get(reference)
  if (call?.type !== 'CallExpression' || call.callee !== reference || call.arguments.length > 0) return left
  const declarator = source.parents.get(call)
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'ObjectPattern') return left
  const declaration = source.parents.get(declarator)
  if (declaration?.type !== 'VariableDeclaration' || declaration.declarations.length > 1) return left
  const parts: { readonly local: string; readonly part: HookPart }[] = []
  for (const each of declarator.id.properties) {
    if (each.type !== 'ObjectProperty' || each.key.type !== 'Identifier' || each.value.type !== 'Identifier')
      return left
    const part = peer.hooks[hook]?.[each.key.name]
    if (!part || each.computed) return left
    const local = each.value.name
    if (part.kind === 'function' && source.nodes.some((node) => isNamed(node, local) && isAsked(source, node)))
      return { problem: `the page asks whether ${local} is there: here it always is`, anchor }
    parts.push({ local, part })
  }
  const { start } = declaration
  const { end } = located(declarator)
  return { edits: [{ start, end, text: hookText({ source, imports, hook, parts, start }) }] }
}

/**
 * Does the page do one thing with this function and another without it? RainbowKit has none for who is connected already, or isn't yet.
 * `if (open) open()` is no such question.
 */
function isAsked({ parents }: Source, node: Located): boolean {
  const parent = parents.get(node)
  switch (parent?.type) {
    case 'UnaryExpression':
      return true
    case 'ConditionalExpression':
      return parent.test === node
    case 'IfStatement':
      return parent.alternate !== null && parent.alternate !== undefined
    case 'LogicalExpression':
      return parent.left === node && parent.right.type !== 'CallExpression'
    default:
      return false
  }
}

function hookText({
  source,
  imports,
  hook,
  parts,
  start,
}: {
  readonly source: Source
  readonly imports: NewImports
  readonly hook: string
  readonly parts: readonly { readonly local: string; readonly part: HookPart }[]
  readonly start: number
}): string {
  const { style } = source
  const [margin] = /[\t ]*$/.exec(source.text.slice(0, start)) ?? ['']
  const modal = freeName(source, modalName(hook))
  const lines = parts.map(({ local, part }) => {
    if (part.kind === 'function') {
      // Effects that name it run as seldom as they did.
      const stable = imports.name('react', 'useCallback')
      return `const ${local} = ${stable}(${part.code({ modal, style })}, [${modal}])`
    }
    const fact = local === 'open' ? 'open' : `open: ${local}`
    return `const { ${fact} } = ${imports.name('@foyer/react', 'useFoyerState')}()`
  })
  if (parts.some(({ part }) => part.kind === 'function'))
    lines.unshift(`const ${modal} = ${imports.name('@foyer/react', 'useFoyer')}()`)
  return lines.join(`${style.semicolon}${style.newline}${margin}`)
}

/** `useConnectModal` answers with a connectModal. */
const modalName = (hook: string): string => hook.charAt(3).toLowerCase() + hook.slice(4)
