import { type LowerHex, selectorIn } from '@foyer/core/chain'
import { Descriptor, type DescriptorFormat } from '@foyer/core/wire'
import type { Fact, Words } from '@foyer/core/words'
import * as v from 'valibot'
import { type Address, decodeAbiParameters, hashDomain, size, slice } from 'viem'
import { numberOf } from '../contracts/chainNumber.js'
import { readsOnce } from '../contracts/readsOnce.js'
import { signedDomain } from '../contracts/signedPart.js'
import { amountOf, coinOf, isSame } from '../contracts/tokens.js'
import { unusedBytes } from '../contracts/unusedBytes.js'
import { distinct } from '../distinct.js'
import type { DescribedByMakers, DescribedCall, DescribedData, ReadInner } from '../outside.js'
import { code, words } from '../sentences.js'
import { shownName } from '../shownText.js'
import { judgeAmounts, type SaidAmount } from './amounts.js'
import { leftOutOf, sayFields } from './field.js'
import { encodedType, type Fragment, readFragment, typeKey } from './fragment.js'
import type { Inner, Reading, SaidBy } from './reading.js'
import { MisfitError, type Tree, treeOfArguments, treeOfMessage } from './tree.js'

/** JSON that claims to be descriptors (ERC-7730), from wherever they are. */
interface WithDescriptors {
  readonly descriptors: readonly unknown[]
  readonly readInner: ReadInner
}

/** Calls inside of calls are read so many, in all. */
const mostInner = 20

/**
 * Says what a call does by the first descriptor that is of its contract, its chain and its function, and fits its data.
 * @returns undefined where none does: then nothing of a descriptor is shown
 */
export async function describeCall({
  descriptors,
  ...call
}: DescribedCall & WithDescriptors): Promise<DescribedByMakers | undefined> {
  const chainId = numberOf(call.network.chainId)
  for (const descriptor of parsed(descriptors)) {
    const { deployments = [] } = descriptor.context.contract ?? {}
    const isOf = deployments.some((each) => each.chainId === chainId && isSame(each.address, call.to))
    const found = isOf ? formatOf(descriptor, call.data) : undefined
    const said = found && (await orUnsaid(sayCall({ ...call, descriptor, ...found })))
    if (said) return said
  }
  return undefined
}

/** The same of typed data: by its signed domain, and its type to the letter. */
export async function describeData({
  descriptors,
  ...data
}: DescribedData & WithDescriptors): Promise<DescribedByMakers | undefined> {
  const domain = signedDomain(data.types, data.domain)
  const { verifyingContract: to } = domain
  const chainId = Number(domain.chainId)
  if (typeof to !== 'string' || chainId !== numberOf(data.network.chainId)) return undefined
  const type = encodedType(data)
  for (const descriptor of parsed(descriptors)) {
    const { eip712 } = descriptor.context
    const place = eip712?.deployments.find((each) => each.chainId === chainId && isSame(to, asAddress(each.address)))
    if (!eip712 || !place || !isOfDomain({ eip712, domain, data })) continue
    const formats = Object.entries(descriptor.display.formats).filter(([key]) => typeKey(key) === type)
    const [found] = formats
    const said =
      found && formats.length === 1
        ? await orUnsaid(sayData({ ...data, descriptor, format: found[1], to: asAddress(to) }))
        : undefined
    if (said) return said
  }
  return undefined
}

const asAddress = (text: string): Address => `0x${text.slice(2)}`

const mutable = (types: DescribedData['types']) =>
  Object.fromEntries(Object.entries(types).map(([name, fields]) => [name, fields.map((field) => ({ ...field }))]))

/** Parses descriptors, without those that aren't by the standard, or by an unknown version of it. */
const parsed = (descriptors: readonly unknown[]): readonly Descriptor[] =>
  descriptors.flatMap((each) => {
    const { success, output } = v.safeParse(Descriptor, each)
    return success ? [output] : []
  })

/** Resolves to undefined where a descriptor doesn't fit; every other fault is one of ours. */
async function orUnsaid<Said>(saying: Promise<Said>): Promise<Said | undefined> {
  return saying.catch((error: unknown) => {
    if (error instanceof MisfitError) return undefined
    throw error
  })
}

/** The format of a call's function: two for one selector would say it in two ways. */
function formatOf(
  { display }: Descriptor,
  data: LowerHex,
): { readonly format: DescriptorFormat; readonly fragment: Fragment } | undefined {
  const selector = selectorIn(data)
  const found = Object.entries(display.formats).flatMap(([key, format]) => {
    const fragment = readFragment(key)
    return fragment && selector && fragment.selector === selector ? [{ format, fragment }] : []
  })
  return found.length === 1 ? found[0] : undefined
}

interface Saying extends Pick<WithDescriptors, 'readInner'> {
  readonly descriptor: Descriptor
  readonly format: DescriptorFormat
}

async function sayCall({
  descriptor,
  format,
  fragment,
  readInner,
  ...call
}: DescribedCall & Saying & { readonly fragment: Fragment }): Promise<DescribedByMakers> {
  const { to, from, value, data, network } = call
  const { inputs } = fragment
  const values = decoded({ inputs, data })
  const unused = unusedBytes({ inputs, data, args: values })
  if (unused === undefined) throw new MisfitError('encoding')
  const container = { to, from, value, chainId: BigInt(numberOf(network.chainId)) }
  const said = await saidBy({
    descriptor,
    format,
    readInner,
    root: treeOfArguments(inputs, values),
    container,
    network,
  })
  const isValueSaid = value === 0n || format.fields.some(({ path }) => path?.trim() === '@.value')
  const given: readonly Fact[] = isValueSaid ? [] : [amountOf(value, coinOf(network), 'request.give')]
  const rest = unused === 0 ? [] : [words('request.warn.unused', { count: `${unused}` })]
  return {
    ...said,
    facts: [...given, ...said.facts, code('request.contract', to)],
    warnings: [...said.warnings, ...rest],
  }
}

function decoded({
  inputs,
  data,
}: {
  readonly inputs: Fragment['inputs']
  readonly data: LowerHex
}): readonly unknown[] {
  if (inputs.length === 0) return []
  const given = size(data) > 4 ? slice(data, 4) : '0x'
  if (!readsOnce({ inputs, data: given })) throw new MisfitError('encoding')
  try {
    return decodeAbiParameters(inputs, given)
  } catch {
    throw new MisfitError('encoding')
  }
}

async function sayData({
  descriptor,
  format,
  readInner,
  types,
  primaryType,
  message,
  owner,
  network,
  to,
}: DescribedData & Saying & { readonly to: Address }): Promise<DescribedByMakers> {
  const root = treeOfMessage({ types, primaryType, message })
  const container = { to, from: owner, value: 0n, chainId: BigInt(numberOf(network.chainId)) }
  return saidBy({ descriptor, format, readInner, root, container, network })
}

async function saidBy({
  format,
  readInner,
  ...rest
}: Omit<Reading, 'inner' | 'seen' | 'intent'> & Saying): Promise<DescribedByMakers> {
  const reading = { ...rest, intent: intentOf(format), seen: new Set<Tree>() }
  const { network, descriptor, container } = reading
  let inner = 0
  const read = async (call: Inner): Promise<SaidBy | undefined> => {
    inner += 1
    const said = inner > mostInner ? undefined : await readInner({ ...call, network })
    return said && { ...said, facts: [{ label: words('request.inside'), value: said.title }, ...said.facts] }
  }
  const { facts, warnings, isDeliberate, amounts } = await sayFields(format.fields, { ...reading, inner: read })
  const left = leftOutOf(reading)
  const value: SaidAmount = { token: coinOf(network), amount: container.value, named: '', isValue: true }
  const judged = await judgeAmounts({
    amounts: amounts.some(({ isValue }) => isValue) ? amounts : [...amounts, value],
    ...{ from: container.from, network },
  })
  const { owner, contractName } = descriptor.metadata
  const maker = owner ?? contractName
  return {
    title: titleOf(format),
    facts: [
      ...facts,
      ...(maker ? [{ label: words('request.describedBy'), value: shownName(maker) }] : []),
      ...left.facts,
    ],
    warnings: distinct([
      words('request.warn.described'),
      ...(left.isHidden ? [words('request.warn.hiddenData')] : []),
      ...(left.facts.length > 0 ? [words('request.warn.leftOut')] : []),
      ...(left.namesOther ? [words('request.warn.namesOther')] : []),
      ...[...judged.warnings, ...warnings],
    ]),
    isDeliberate: isDeliberate || left.isHidden || left.namesOther || judged.isForNothing,
  }
}

const intentOf = ({ intent }: DescriptorFormat): string =>
  typeof intent === 'string' ? intent : Object.values(intent ?? {}).join(', ')

function titleOf(format: DescriptorFormat): Words {
  const shown = shownName(intentOf(format))
  return shown === '' ? words('request.callContract') : words('request.asWritten', { text: shown })
}

/** Whether the signed domain is the one that a descriptor is of, in each value that it names. */
function isOfDomain({
  eip712,
  domain,
  data,
}: {
  readonly eip712: NonNullable<Descriptor['context']['eip712']>
  readonly domain: Readonly<Record<string, unknown>>
  readonly data: DescribedData
}): boolean {
  const isSaid = Object.entries(eip712.domain).every(
    ([name, value]) => String(domain[name] ?? '').toLowerCase() === String(value).toLowerCase(),
  )
  if (!isSaid || eip712.domainSeparator === undefined) return isSaid
  const types = mutable(data.types)
  return (
    hashDomain<Record<string, unknown>>({ domain: { ...data.domain }, types }) === eip712.domainSeparator.toLowerCase()
  )
}
