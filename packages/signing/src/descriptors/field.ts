import type { Descriptor, DescriptorField } from '@foyer/core/wire'
import type { Fact } from '@foyer/core/words'
import { words } from '../sentences.js'
import { shownName } from '../shownText.js'
import { rawFact, shownValue } from './format.js'
import { isStranger, type Reading, reached, type SaidBy } from './reading.js'
import { MisfitError, type Tree, type Value } from './tree.js'
import { addressIn, isNothing, isUnsaid } from './unsaid.js'

/** A group holds groups only so deep; and no more facts than these are shown, nor than these of what is left out. */
const most = { depth: 6, facts: 200, leftOut: 20 } as const

/** Everything that fields say, in their order. @throws MisfitError where one of them doesn't fit what is signed */
export async function sayFields(
  fields: readonly DescriptorField[],
  reading: Reading,
): Promise<SaidBy & Required<Pick<SaidBy, 'amounts'>>> {
  const said = await Promise.all(fields.map((field) => sayField({ field, at: reading.root, reading, depth: 0 })))
  const all = said.flat()
  if (all.length > most.facts) throw new MisfitError(`${all.length} facts`)
  return {
    facts: all.flatMap(({ facts }) => facts),
    warnings: all.flatMap(({ warnings }) => warnings),
    isDeliberate: all.some(({ isDeliberate }) => isDeliberate),
    amounts: all.flatMap(({ amounts = [] }) => amounts),
  }
}

/** The signed values that a descriptor leaves out, as they are: who else is named, numbers, hashes and texts. */
export interface LeftOut {
  readonly facts: readonly Fact[]
  /** Bytes that may hold anything, or more than can be read. */
  readonly isHidden: boolean
  /** Whom it names that isn't known here. */
  readonly namesOther: boolean
}

/** Returns the signed values that the makers' words leave out: their writer needn't say them, the signer knows them. */
export function leftOutOf(reading: Pick<Reading, 'root' | 'seen' | 'container' | 'network'>): LeftOut {
  const { root, seen, container } = reading
  const facts: Fact[] = []
  let [isHidden, namesOther] = [false, false]
  const visit = (tree: Tree, name: string): void => {
    if (tree.is === 'list') {
      tree.items.forEach((item, index) => {
        visit(item, `${name}[${index}]`)
      })
    } else if (tree.is === 'structure') {
      for (const [key, field] of tree.fields) visit(field, name === '' ? key : `${name}.${key}`)
    } else if (!seen.has(tree) && !isNothing(tree, container.from)) {
      const address = tree.type === 'bytes' ? undefined : addressIn(tree)
      if (address !== undefined) namesOther ||= isStranger(address, reading)
      else isHidden ||= isUnsaid(tree)
      // Bytes of any length are in the data, which is shown as a whole.
      if (tree.type !== 'bytes') facts.push(rawFact(words('request.leftOut', { name: shownName(name) }), tree))
    }
  }
  visit(root, '')
  return { facts: facts.slice(0, most.leftOut), isHidden: isHidden || facts.length > most.leftOut, namesOther }
}

interface Placed {
  readonly field: DescriptorField
  /** The tree at which its relative paths begin. */
  readonly at: Tree
  readonly reading: Reading
  readonly depth: number
}

async function sayField({ field: given, at, reading, depth }: Placed): Promise<readonly SaidBy[]> {
  if (depth > most.depth) throw new MisfitError('depth')
  const field = withDefinition(given, reading.descriptor)
  if (field.fields) {
    const places = field.path === undefined ? [at] : reached(field.path, { at, reading })
    const inside = places.flatMap((place) =>
      (field.fields ?? []).map((each) => sayField({ field: each, at: place, reading, depth: depth + 1 })),
    )
    return (await Promise.all(inside)).flat()
  }
  const { path, value, visible = 'always' } = field
  // What is never shown needn't be anything that can be.
  if (visible === 'never') return []
  const values = path === undefined ? [constantTree(value)] : reached(path, { at, reading }).flatMap(leaves)
  if (values.length > most.facts) throw new MisfitError(`${values.length} values`)
  const isSeen = values.map((each) => isVisible(each, visible))
  const label = words('request.asWritten', { text: shownName(field.label ?? path ?? '') })
  for (const [index, each] of values.entries()) if (isSeen[index]) reading.seen.add(each)
  const said = values.map((each, index) =>
    isSeen[index] ? shownValue({ field, label, value: each, index, count: values.length, at, reading }) : [],
  )
  return (await Promise.all(said)).flat()
}

/** A list without a selector stands for all that is in it. */
const leaves = (tree: Tree): readonly Value[] => {
  if (tree.is === 'value') return [tree]
  if (tree.is === 'list') return tree.items.flatMap(leaves)
  throw new MisfitError('structure')
}

function constantTree(value: DescriptorField['value']): Value {
  if (value === undefined) throw new MisfitError('value')
  if (typeof value === 'number') return { is: 'value', type: 'int256', value: BigInt(Math.trunc(value)) }
  return { is: 'value', type: typeof value === 'boolean' ? 'bool' : 'string', value }
}

function withDefinition(field: DescriptorField, { display }: Descriptor): DescriptorField {
  if (field.$ref === undefined) return field
  const name = /^\$\.display\.definitions\.(.+)$/.exec(field.$ref)?.[1] ?? ''
  const definition = Object.hasOwn(display.definitions, name) ? display.definitions[name] : undefined
  // A definition stands for itself: one that refers to another could refer to itself.
  if (!definition || definition.$ref !== undefined) throw new MisfitError(field.$ref)
  const own = Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined))
  return { ...definition, ...own, params: { ...definition.params, ...field.params } }
}

/** @throws MisfitError for a value that has to be another */
function isVisible({ value }: Value, visible: NonNullable<DescriptorField['visible']>): boolean {
  if (typeof visible === 'string') return true
  const isOne = (list: readonly unknown[]) => list.some((each) => isEqual(value, each))
  if ('ifNotIn' in visible) return !isOne(visible.ifNotIn)
  if (!isOne(visible.mustBe)) throw new MisfitError('mustMatch')
  return false
}

/** Numbers in any notation, and addresses in any case. */
const isEqual = (value: Value['value'], other: unknown): boolean =>
  typeof value === 'bigint'
    ? /^(-?\d+|0x[0-9a-fA-F]+)$/.test(String(other)) && value === BigInt(String(other))
    : String(value).toLowerCase() === String(other).toLowerCase()
