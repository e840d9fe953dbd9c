import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { Descriptor } from '@foyer/core/wire'
import { packagedFolder } from '@foyer/service/packagedFolder'
import * as v from 'valibot'
import type { Chain } from '../chains/chains.js'
import { DescriptorsError } from './DescriptorsError.js'
import { isObject, type Json, mergeIncluded } from './mergeIncluded.js'

/** A descriptor as it is kept: its file, what it says, and of which contracts. */
export interface ReadDescriptor {
  readonly id: string
  readonly content: Json
  readonly contracts: readonly { readonly chainId: string; readonly address: string }[]
}

/** A file that isn't taken, and why. */
export interface BadDescriptor {
  readonly id: string
  readonly problem: string
}

const most = { files: 20_000, bytes: 1024 * 1024, includes: 4 } as const
/** Folders in which a checkout has what isn't a descriptor, though it may be named as one. */
const passedOver = /^(\..*|node_modules|tests.*|specs)$/

/** A contract of which there may be one on any network: the descriptor of each fee router is made of it. */
const feeRouterFile = 'fee-router.json'

/** The descriptors that ship with the server, and those of the fee routers by which it swaps. */
export async function shippedDescriptors(
  chains: readonly Pick<Chain, 'id' | 'swaps'>[],
): Promise<readonly ReadDescriptor[]> {
  const folder = packagedFolder({ asking: import.meta.url, name: 'descriptors', holds: feeRouterFile })
  const shipped = await readDescriptors({
    folder,
    onBad({ id, problem }) {
      throw new Error(`The shipped descriptor ${id} is not one: ${problem}.`)
    },
  })
  const routers = chains.flatMap(({ id, swaps }) =>
    swaps?.venue === 'uniswap-v2' && swaps.feeRouter !== undefined
      ? [{ chainId: Number(id.split(':')[1]), address: swaps.feeRouter }]
      : [],
  )
  if (routers.length === 0) return shipped
  const unbound = v.parse(
    v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())),
    await readFile(join(folder, feeRouterFile), 'utf8'),
  )
  const content = { ...unbound, context: { contract: { deployments: routers } } }
  return [...shipped, { id: feeRouterFile, content, contracts: contractsOf(content.context) }]
}

/**
 * Reads every descriptor of a folder, such as a checkout of the public registry: what it includes is merged in, from that folder alone. Those that are of no
 * contract by themselves, as they are there to be included, are passed over.
 * @throws {@link DescriptorsError}
 */
export async function readDescriptors({
  folder,
  onBad,
}: {
  folder: string
  onBad: (bad: BadDescriptor) => void
}): Promise<readonly ReadDescriptor[]> {
  const root = resolve(folder)
  const files = await filesIn(root)
  if (files.length > most.files) throw new DescriptorsError({ code: 'too_many' })
  const taken: ReadDescriptor[] = []
  for (const file of files.sort()) {
    const id = relative(root, file).split(sep).join('/')
    const read = await readWhole({ root, file, left: most.includes })
    if (typeof read === 'string') {
      onBad({ id, problem: read })
      continue
    }
    const parsed = v.safeParse(Descriptor, read)
    const isBound = isObject(read.context) && contractsOf(read.context).length > 0
    if (parsed.success && isBound) taken.push({ id, content: read, contracts: contractsOf(parsed.output.context) })
    else if (!parsed.success && isBound) onBad({ id, problem: sentenceOf(parsed.issues[0]) })
  }
  return taken
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw new DescriptorsError({ code: 'unreadable', cause })
  })
  const found = entries.map((entry): string[] | Promise<string[]> => {
    if (entry.isDirectory() && !passedOver.test(entry.name)) return filesIn(join(folder, entry.name))
    return entry.isFile() && /^(calldata|eip712)-.+\.json$/.test(entry.name) ? [join(folder, entry.name)] : []
  })
  return (await Promise.all(found)).flat()
}

/** @returns why it can't be read, where it can't */
async function readWhole({ root, file, left }: { root: string; file: string; left: number }): Promise<Json | string> {
  const text = await stat(file)
    .then(({ size }) => (size > most.bytes ? undefined : readFile(file, 'utf8')))
    .catch(() => undefined)
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
  if (!success || !isObject(output)) return 'is no JSON of an object, of 1 MB at most'
  const { includes } = output
  if (includes === undefined) return output
  if (typeof includes !== 'string' || /^[a-z][a-z\d+.-]*:/i.test(includes)) return 'includes what is not in the folder'
  const other = resolve(file, '..', includes)
  if (!other.startsWith(`${root}${sep}`)) return 'includes what is not in the folder'
  if (left === 0) return 'includes others too deeply'
  const included = await readWhole({ root, file: other, left: left - 1 })
  if (typeof included !== 'string') return mergeIncluded(included, output)
  return included.startsWith('includes') ? included : `includes a file that ${included}`
}

const Bound = v.object({
  deployments: v.array(v.object({ chainId: v.number(), address: v.string() })),
})

/** The contracts that a context is of, each once. */
function contractsOf(context: Json): ReadDescriptor['contracts'] {
  const bound = [context.contract, context.eip712].flatMap((each) => (v.is(Bound, each) ? each.deployments : []))
  const keys = new Map(
    bound.map(({ chainId, address }) => {
      const contract = { chainId: `eip155:${chainId}`, address: address.toLowerCase() }
      return [`${contract.chainId} ${contract.address}`, contract] as const
    }),
  )
  return [...keys.values()]
}

/** The schemas' messages may repeat what was given; these name the place. */
const sentenceOf = (issue: v.BaseIssue<unknown>): string => `${v.getDotPath(issue) ?? 'it'} is not as ERC-7730 has it`
