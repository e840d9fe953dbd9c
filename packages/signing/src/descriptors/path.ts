import { type Hex, isHex, numberToHex, size, slice } from 'viem'
import { MisfitError, type Tree, type Value } from './tree.js'

type Step =
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'index'; readonly index: number }
  | { readonly is: 'slice'; readonly from: number | undefined; readonly to: number | undefined }

/** Where a path begins: at what is signed, in the descriptor, at the transaction around, or wherever it is said. */
type Root = '#' | '$' | '@' | ''

/** Longer paths lead nowhere. */
const longest = 32

/** Reads a path, such as `#.details.[].token` or `params.path.[-20:]`. @throws MisfitError for what is none */
export function readPath(text: string): { readonly root: Root; readonly steps: readonly Step[] } {
  const [, sign = '', rest = ''] = /^([#$@])?\.?(.*)$/s.exec(text.trim()) ?? []
  const parts = rest
    .replace(/\[/g, '.[')
    .split('.')
    .filter((part) => part !== '')
  if (parts.length > longest) throw new MisfitError(text)
  return { root: sign === '#' || sign === '$' || sign === '@' ? sign : '', steps: parts.map(readStep) }
}

function readStep(part: string): Step {
  if (!part.startsWith('[')) return { is: 'name', name: part }
  const [, from = '', colon, to = ''] = /^\[(-?\d{0,9})(:)?(-?\d{0,9})\]$/.exec(part) ?? []
  if (part !== `[${from}${colon ?? ''}${to}]`) throw new MisfitError(part)
  if (from !== '' && colon === undefined) return { is: 'index', index: Number(from) }
  const bound = (digits: string) => (digits === '' ? undefined : Number(digits))
  return { is: 'slice', from: bound(from), to: bound(to) }
}

/** Everything that a path leads to, in its order. @throws MisfitError where it leads nowhere */
export function follow(tree: Tree, steps: readonly Step[]): readonly Tree[] {
  return steps.reduce<readonly Tree[]>((reached, step) => reached.flatMap((each) => take(each, step)), [tree])
}

function take(tree: Tree, step: Step): readonly Tree[] {
  if (step.is === 'name') {
    const found = tree.is === 'structure' ? tree.fields.get(step.name) : undefined
    if (!found) throw new MisfitError(step.name)
    return [found]
  }
  if (tree.is === 'list') {
    if (step.is === 'slice') return tree.items.slice(step.from, step.to)
    const item = tree.items.at(step.index)
    if (!item) throw new MisfitError(String(step.index))
    return [item]
  }
  if (tree.is === 'value' && step.is === 'slice') return [{ is: 'value', type: 'bytes', value: bytesIn(tree, step) }]
  throw new MisfitError(step.is)
}

/** Some bytes of a value: of a number, those of its 32. */
function bytesIn({ value }: Value, { from = 0, to }: Extract<Step, { readonly is: 'slice' }>): Hex {
  const bytes = typeof value === 'bigint' && value >= 0n ? numberToHex(value, { size: 32 }) : value
  if (!isHex(bytes)) throw new MisfitError('bytes')
  const length = size(bytes)
  const place = (index: number) => Math.min(Math.max(index < 0 ? length + index : index, 0), length)
  const [begin, end] = [place(from), place(to ?? length)]
  return begin < end ? slice(bytes, begin, end) : '0x'
}
