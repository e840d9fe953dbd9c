import type { ArrowFunctionExpression, JSXElement, ObjectPattern } from '@babel/types'
import { headEdits } from './customButtonHead.js'
import type { Edit } from './edits.js'
import type { Moved, MoveParameters } from './hookCalls.js'
import { isDeclared, isReference } from './peerImports.js'
import { isNamed, type Located, located, type Source, textOf } from './source.js'
import { tagEdits } from './tagEdits.js'

/** A function that draws a button by what it is handed, which it takes apart. */
export interface Drawing {
  readonly drawn: ArrowFunctionExpression
  readonly pattern: ObjectPattern
  readonly given: readonly Handed[]
}

/** Something that the function is handed, by RainbowKit's word for it, and its name there. */
export interface Handed {
  readonly key: string
  readonly local: string
}

/** The properties that RainbowKit hands to the function. */
const handed: ReadonlySet<string> = new Set([
  ...['account', 'chain', 'mounted', 'authenticationStatus'],
  ...['openConnectModal', 'openAccountModal', 'openChainModal'],
  ...['connectModalOpen', 'accountModalOpen', 'chainModalOpen'],
])

/** The kit's words for what is read off an account: the first that is there. */
const ofAccount: Readonly<Record<string, readonly [string, ...string[]]>> = {
  address: ['address'],
  displayName: ['name', 'shortAddress'],
  ensName: ['name'],
  ensAvatar: ['avatar'],
  displayBalance: ['balance'],
}
const ofChain: ReadonlySet<string> = new Set(['id', 'name', 'unsupported', 'hasIcon', 'iconUrl', 'iconBackground'])

/**
 * Moves an element that draws a button of the host's by a function: `<ConnectButton.Custom>`. The function's body stays, but for what it reads off the account;
 * what it was handed and the kit has in other pieces is made before it.
 */
export function moveCustomButton({
  source,
  peer,
  imports,
  name,
  signsIn,
}: MoveParameters & { readonly name: Located }): Moved {
  const anchor = peer.customButton ? 'a-button-of-your-own' : 'buttons-and-hooks'
  const left = (problem: string) => ({ problem: `${peer.button}.Custom: ${problem}`, anchor })
  const opening = source.parents.get(name)
  if (opening?.type === 'JSXClosingElement') return { edits: [] }
  const element = opening && source.parents.get(opening)
  if (!peer.customButton || name.type !== 'JSXMemberExpression' || name.property.name !== 'Custom')
    return left("what it draws is the page's own, and its props have other names here")
  const drawing = element?.type === 'JSXElement' ? drawingOf(element) : undefined
  if (element?.type !== 'JSXElement' || !drawing)
    return left("it isn't an element around one function that takes apart what it is handed")
  const strange = drawing.given.find(({ key }) => !handed.has(key))
  if (strange) return left(`${strange.key} isn't handed here`)
  if (signsIn && drawing.given.some(({ key }) => key === 'authenticationStatus'))
    return left('authenticationStatus is the status of useFoyerSignIn here')
  const body = readBody(source, drawing)
  if ('problem' in body) return left(body.problem)
  const tag = tagEdits({ source, element, name: imports.name('@foyer/react', 'CustomButton'), attributes: [] })
  return { edits: [...tag, ...body.edits, ...headEdits({ source, drawing, ...body })] }
}

function drawingOf({ openingElement, children }: JSXElement): Drawing | undefined {
  const [child, ...more] = children.filter((each) => each.type !== 'JSXText' || each.value.trim() !== '')
  if (child?.type !== 'JSXExpressionContainer' || more.length > 0 || openingElement.attributes.length > 0)
    return undefined
  const drawn = child.expression
  if (drawn.type !== 'ArrowFunctionExpression' || drawn.async) return undefined
  const [pattern, ...others] = drawn.params
  if (pattern?.type !== 'ObjectPattern' || pattern.typeAnnotation || others.length > 0) return undefined
  const given: Handed[] = []
  for (const each of pattern.properties) {
    if (each.type !== 'ObjectProperty' || each.computed) return undefined
    if (each.key.type !== 'Identifier' || each.value.type !== 'Identifier') return undefined
    given.push({ key: each.key.name, local: each.value.name })
  }
  return { drawn, pattern, given }
}

/**
 * Reads which parts of the function's body are written anew, what it reads off the chain, and which of the names that
 * it was handed it uses.
 */
function readBody(
  source: Source,
  { drawn, pattern, given }: Drawing,
):
  | { readonly edits: readonly Edit[]; readonly chain: ReadonlySet<string>; readonly used: ReadonlySet<string> }
  | { readonly problem: string } {
  const edits: Edit[] = []
  const chain = new Set<string>()
  const used = new Set<string>()
  const [after, until] = [located(pattern).end, located(drawn).end]
  const body = source.nodes.filter(({ start, end }) => start >= after && end <= until)
  for (const { key, local } of given) {
    const named = body.filter((node) => isNamed(node, local))
    if (named.some((node) => isDeclared(source, node))) return { problem: `the name ${local} is declared twice` }
    for (const node of named.filter((each) => isReference(source, each))) {
      used.add(key)
      if (key !== 'account' && key !== 'chain') continue
      const read = readOff(source, node)
      if (!read) {
        if (!isAsked(source, node)) return { problem: `${local} is used whole` }
      } else if (key === 'chain' && ofChain.has(read.property)) chain.add(read.property)
      else if (key === 'account' && read.property in ofAccount) edits.push(...accountEdits(source, { node, ...read }))
      else return { problem: `${local}.${read.property} has another name here` }
    }
  }
  return { edits, chain, used }
}

/** Reads the property that is read off an object by a plain name, and the whole expression. */
function readOff(
  { parents }: Source,
  node: Located,
): { readonly property: string; readonly whole: Located } | undefined {
  const whole = parents.get(node)
  if (whole?.type !== 'MemberExpression' && whole?.type !== 'OptionalMemberExpression') return undefined
  if (whole.object !== node || whole.computed || whole.property.type !== 'Identifier') return undefined
  return { property: whole.property.name, whole }
}

/** Is it only asked whether it is there? */
function isAsked({ parents }: Source, node: Located): boolean {
  const parent = parents.get(node)
  switch (parent?.type) {
    case 'LogicalExpression':
    case 'UnaryExpression':
      return true
    case 'ConditionalExpression':
    case 'IfStatement':
      return parent.test === node
    default:
      return false
  }
}

function accountEdits(
  source: Source,
  { node, property, whole }: { readonly node: Located; readonly property: string; readonly whole: Located },
): Edit[] {
  const words = ofAccount[property] ?? []
  if (words.join() === property) return []
  // With the dot, or the question mark and the dot.
  const before = textOf(source, whole).slice(0, -property.length)
  const text = words.map((word) => `${before}${word}`).join(' ?? ')
  const isAlone = words.length === 1 || source.parents.get(whole)?.type === 'JSXExpressionContainer'
  return [{ start: node.start, end: whole.end, text: isAlone ? text : `(${text})` }]
}
