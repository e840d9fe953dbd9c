import type { Descriptor, DescriptorField } from '@foyer/core/wire'
import { words } from '../sentences.js'
import { shownName } from '../shownText.js'
import { shownValue } from './format.js'
import { type Reading, reached, type SaidBy } from './reading.js'
import { MisfitError, type Tree, type Value } from './tree.js'

/** A group holds groups only so deep; and nobody reads more facts than these. */
const most = { depth: 6, facts: 200 } as const

/** Everything that fields say, in their order. @throws MisfitError where one of them doesn't fit what is signed */
export async function sayFields(fields: readonly DescriptorField[], reading: Reading): Promise<SaidBy> {
  const said = await Promise.all(fields.map((field) => sayField({ field, at: reading.root, reading, depth: 0 })))
  const all = said.flat()
  if (all.length > most.facts) throw new MisfitError(`${all.length} facts`)
  return {
    facts: all.flatMap(({ facts }) => facts),
    warnings: all.flatMap(({ warnings }) => warnings),
    isDeliberate: all.some(({ isDeliberate }) => isDeliberate),
  }
}

/** Whether bytes are signed of which nothing is shown: they may hold anything. */
export function leavesOut({ root, seen }: Pick<Reading, 'root' | 'seen'>): boolean {
  const isHidden = (tree: Tree): boolean => {
    if (tree.is === 'list') return tree.items.some(isHidden)
    if (tree.is === 'structure') return [...tree.fields.values()].some(isHidden)
    return tree.type === 'bytes' && tree.value !== '0x' && !seen.has(tree)
  }
  return isHidden(root)
}

interface Placed {
  readonly field: DescriptorField
  /** What its relative paths begin at. */
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
  if (typeof visible === 'string') return visible !== 'never'
  const isOne = (list: readonly unknown[]) => list.some((each) => isEqual(value, each))
  if ('ifNotIn' in visible) return !isOne(visible.ifNotIn)
  if (!isOne(visible.mustBe)) throw new MisfitError('mustMatch')
  return false
}

/** Numbers in any notation, and addresses in any case. */
const isEqual = (value: Value['value'], other: unknown): boolean =>
  typeof value === 'bigint'
    ? /^(-?\d+|0x[0-9a-f]+)$/i.test(String(other)) && value === BigInt(String(other))
    : String(value).toLowerCase() === String(other).toLowerCase()
