import type { Words } from '@foyer/core/words'
import * as v from 'valibot'
import type { Address } from 'viem'
import { signedDomain, signedPart } from '../contracts/signedPart.js'
import { isSame, nameOf, readShare } from '../contracts/tokens.js'
import { inParts } from '../inParts.js'
import { isSpent } from '../reads.js'
import { code, words } from '../sentences.js'
import { readAllowing } from './allowance.js'
import { posingWarnings } from './posing.js'
import { AddressText, Uint } from './requestParams.js'
import {
  type AskedSignature,
  endFact,
  type KnownSignature,
  month,
  namedFacts,
  permit2,
  permit2Fact,
  untilFact,
} from './signature.js'

/** Permits of NFTs are rarer: what reads them comes with the first. */
const ofNfts = () => import('./nftCalls.js')

const spender = AddressText
const everything = 2n ** 256n - 1n
const one = <Item>(item: Item): readonly Item[] => [item]

const details = v.object({ token: AddressText, amount: Uint, expiration: Uint })
const permitted = v.object({ token: AddressText, amount: Uint })
const taking = v.pipe(
  v.object({ permitted: permitted, spender, deadline: Uint }),
  v.transform(({ permitted: each, deadline: until, ...rest }) => ({ ...rest, taken: one({ ...each, until }) })),
)
const takings = v.pipe(
  v.object({ permitted: v.array(permitted), spender, deadline: Uint }),
  v.transform(({ permitted: all, deadline: until, ...rest }) => ({
    ...rest,
    taken: all.map((each) => ({ ...each, until })),
  })),
)

/** Each signature that lets others take, by its type's name: of what, how much, by whom and until when. */
const forms = {
  // EIP-2612; Dai's own, which is for everything or nothing.
  Permit: v.union([
    v.pipe(
      v.object({ owner: AddressText, spender, value: Uint, deadline: Uint }),
      v.transform(({ value: amount, ...rest }) => ({
        ...rest,
        taken: one({ token: undefined, amount, until: rest.deadline }),
      })),
    ),
    v.pipe(
      v.object({ holder: AddressText, spender, expiry: Uint, allowed: v.boolean() }),
      v.transform(({ allowed, expiry, ...rest }) => ({
        ...rest,
        taken: one({ token: undefined, amount: allowed ? everything : 0n, until: expiry === 0n ? everything : expiry }),
      })),
    ),
    // ERC-4494: one NFT.
    v.pipe(
      v.object({ spender, tokenId: Uint, deadline: Uint }),
      v.transform(({ tokenId, deadline: until, ...rest }) => ({
        ...rest,
        taken: one({ token: undefined, amount: tokenId, until, isNft: true }),
      })),
    ),
  ]),
  // Permit2: allowances, and single takings.
  PermitSingle: v.pipe(
    v.object({ details: details, spender }),
    v.transform(({ details: { token, amount, expiration: until }, ...rest }) => ({
      ...rest,
      taken: one({ token, amount, until }),
    })),
  ),
  PermitBatch: v.pipe(
    v.object({ details: v.array(details), spender }),
    v.transform(({ details: all, ...rest }) => ({
      ...rest,
      taken: all.map(({ token, amount, expiration: until }) => ({ token, amount, until })),
    })),
  ),
  PermitTransferFrom: taking,
  PermitWitnessTransferFrom: taking,
  PermitBatchTransferFrom: takings,
  PermitBatchWitnessTransferFrom: takings,
}

/** An amount that is taken, and its token: undefined for the one that the data is signed for. */
interface Taken {
  readonly token: Address | undefined
  readonly amount: bigint
  readonly until: bigint
  /** Its amount is an id. */
  readonly isNft?: boolean
}

/** Says what a permit lets others take, or takes back; undefined where the data isn't one, or not as its standard has it. */
export async function readPermit(asked: AskedSignature): Promise<KnownSignature | undefined> {
  const {
    data: { types, primaryType, domain, message },
    owner,
    network,
  } = asked
  const signed = signedPart(types, primaryType, message)
  const { verifyingContract, name } = signedDomain(types, domain)
  const own = v.safeParse(AddressText, verifyingContract)
  if (primaryType === 'PermitForAll') return own.success ? readForAll(signed, own.output, asked) : undefined
  const form = isForm(primaryType) ? forms[primaryType] : undefined
  const permit = form && v.safeParse(form, signed)
  if (!permit?.success) return undefined
  const { spender } = permit.output
  const taken = summed(permit.output.taken)
  const isTakenBack = taken.every(({ amount, isNft }) => amount === 0n && !isNft)
  const permitted = { asked, spender, name, isTakenBack, own: own.success ? own.output : undefined }
  const read = await inParts(taken, (each) => readTaken(each, { ...permitted, isOne: taken.length === 1 }))
  const parts = read.flatMap((each) => each ?? [])
  if (parts.length < read.length) return undefined
  if (/Witness/.test(primaryType)) {
    const witness = types[primaryType]?.filter((each) => !ofPermit.includes(each.name)).map((each) => each.name) ?? []
    const values = witness.map((each) => Object.getOwnPropertyDescriptor(Object(signed), each)?.value)
    const { readWitness } = await import('./readWitness.js')
    parts.push(await readWitness({ witness: values, owner, spender, network }))
  }
  const isPartly = isSpent(network)
  return {
    ...(isTakenBack && { title: parts[0]?.title ?? words('request.disallowAny'), isTakenBack }),
    facts: [
      ...parts.flatMap(({ facts }) => facts),
      // A signature takes no fee, and moves nothing by itself.
      { label: words('request.feeNow'), value: words('request.noFee') },
    ],
    warnings: [...parts.flatMap(({ warnings }) => warnings), ...(isPartly ? [words('request.warn.partlyRead')] : [])],
    isDeliberate: isPartly || parts.some(({ isDeliberate }) => isDeliberate),
  }
}

interface Permitted {
  readonly asked: AskedSignature
  readonly spender: Address
  /** The contract that the data is signed for, and what the data calls it. */
  readonly own: Address | undefined
  readonly name: unknown
  /** Nothing may be taken any more. */
  readonly isTakenBack: boolean
  /** Nothing else is named beside. */
  readonly isOne: boolean
}

/** One thing that may be taken; undefined where nothing says of which token. */
async function readTaken(
  { token, amount, until, isNft }: Taken,
  { asked, spender, own, name, isTakenBack, isOne }: Permitted,
): Promise<KnownSignature | undefined> {
  const { data, owner, network, now } = asked
  const address = token ?? own
  if (!address) return undefined
  const { token: share, isBoth } = await readShare(network, address, isNft ? 0n : amount)
  const of = isBoth ? { ...share, isNft: false } : share
  // An allowance of Permit2's may end with the block that it is given in; a single taking has a deadline.
  const hasEnd = /^Permit(Single|Batch)$/.test(data.primaryType)
  const isOnce = /TransferFrom$/.test(data.primaryType)
  const end = hasEnd ? endFact(until, now) : untilFact({ until, now }, isOnce ? 'request.onceUntil' : undefined)
  if (isTakenBack)
    return {
      title: words('request.disallow', { token: isOne ? nameOf(of) : words('request.tokens') }),
      facts: [
        code('request.spender', spender),
        end,
        ...namedFacts(of),
        ...(own && isSame(own, permit2) ? [permit2Fact()] : []),
      ],
      ...{ warnings: [], isDeliberate: false },
    }
  const poses = token ? [] : await posingWarnings({ token: of, name, network })
  const isPosing = poses.length > 0 || (!token && of.isNamesake)
  const kind = isOnce ? 'once' : token ? 'permit2' : 'set'
  const said = isNft
    ? await (await ofNfts()).approvalOfOne({ spender, id: amount, token: { ...of, isNft }, owner, network })
    : await readAllowing({ network, token: of, owner, spender, amount, kind })
  return {
    facts: [...said.facts, end],
    warnings: [
      ...(isBoth ? [words('request.warn.wholeOne')] : []),
      ...[...said.warnings, ...poses, ...longWarning(until - now)],
    ],
    isDeliberate: said.isDeliberate || isPosing || isBoth,
  }
}

/** Adds up amounts by token: one that is named twice may be taken twice. */
function summed(all: readonly Taken[]): readonly Taken[] {
  const sums = new Map<string, Taken>()
  for (const each of all) {
    const key = `${each.token}`.toLowerCase()
    const before = sums.get(key)
    const last = before && before.until > each.until ? before : each
    sums.set(key, { ...last, amount: (before?.amount ?? 0n) + each.amount })
  }
  return [...sums.values()]
}

const ForAll = v.object({ operator: AddressText, approved: v.boolean(), deadline: Uint })

/** A whole collection, by a signature. */
async function readForAll(
  signed: unknown,
  to: Address,
  { owner, network, now }: AskedSignature,
): Promise<KnownSignature | undefined> {
  const { success, output } = v.safeParse(ForAll, signed)
  if (!success) return undefined
  const { operator, approved, deadline: until } = output
  const said = await (await ofNfts()).readHandOver([operator, approved], { to, from: owner, value: 0n, network })
  return { ...said, isTakenBack: !approved, facts: [...said.facts, untilFact({ until, now })] }
}

/** The fields of a permit with a witness, beside the witness. */
const ofPermit = ['permitted', 'spender', 'nonce', 'deadline']

const isForm = (name: string): name is keyof typeof forms => Object.hasOwn(forms, name)

const longWarning = (left: bigint): readonly Words[] => (left > month ? [words('request.warn.long')] : [])
