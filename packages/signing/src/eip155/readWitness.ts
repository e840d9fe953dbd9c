import type { WalletNetwork } from '@foyer/core/words'
import * as v from 'valibot'
import { type Address, isAddressEqual } from 'viem'
import { isNextToNothing } from '../contracts/nextToNothing.js'
import { coinOf, readToken } from '../contracts/tokens.js'
import { words } from '../sentences.js'
import { wordWarnings } from './called.js'
import { exchanged, netFacts, netOf } from './flow.js'
import { AddressText, Uint } from './requestParams.js'
import { isMostOthers, type KnownSignature } from './signature.js'
import { othersFacts } from './swapCalls.js'

/** An order's payment to somebody: of amounts that change until its end the least. */
const Output = v.pipe(
  v.union([
    v.looseObject({ token: AddressText, recipient: AddressText }),
    v.pipe(
      v.looseObject({ buyToken: AddressText, recipient: AddressText }),
      v.transform(({ buyToken: token, ...rest }) => ({ ...rest, token })),
    ),
  ]),
  v.transform(({ token, recipient, ...rest }) => {
    const amounts = Object.entries(rest).flatMap(([name, value]) => {
      const read = /amount/i.test(name) ? v.safeParse(Uint, value) : undefined
      return read?.success ? [read.output] : []
    })
    return { token, to: recipient, amount: amounts.sort((a, b) => Number(a > b) - Number(a < b))[0] ?? 0n }
  }),
)
type Paid = v.InferOutput<typeof Output>

/** More outputs than these aren't read. */
const mostOutputs = 20

/** Whatever in it says what is paid to whom. */
function outputsIn(value: unknown): readonly Paid[] {
  if (typeof value !== 'object' || value === null) return []
  const read = v.safeParse(Output, value)
  return read.success ? [read.output] : Object.values(value).flatMap(outputsIn)
}

/** Says who gets what by the order that comes with a permit (a witness of Permit2): it is what the spender is to keep to. */
export async function readWitness({
  witness,
  owner,
  spender,
  network,
}: {
  readonly witness: readonly unknown[]
  readonly owner: Address
  readonly spender: Address
  readonly network: WalletNetwork
}): Promise<KnownSignature> {
  const outputs = outputsIn(witness)
  const inOrder = words('request.warn.inOrder')
  const strange = wordWarnings({ to: spender, network })
  // Who gets what for it can't be read, or nobody does.
  if (outputs.length === 0 || outputs.length > mostOutputs)
    return { facts: [], warnings: [words('request.warn.unknownEffect'), ...strange], isDeliberate: true }
  const paid = await Promise.all(
    outputs.map(async ({ token, ...rest }) => ({
      ...rest,
      token: BigInt(token) === 0n ? coinOf(network) : await readToken(network, token),
    })),
  )
  const own = paid.filter(({ to }) => isAddressEqual(to, owner))
  const others = paid.filter(({ to }) => !isAddressEqual(to, owner))
  const isNothing = own.every(isNextToNothing)
  const isPassed =
    own.length === 0 || isMostOthers({ own, others, keyOf: ({ token: { address } }) => address.toLowerCase() })
  const gets = own.map(({ token, amount }) => ({ token, amount }))
  return {
    facts: [
      ...netFacts(netOf([exchanged({ at: spender, network, gives: [], gets })], { isOne: false })),
      ...othersFacts(others),
    ],
    warnings: [
      ...[inOrder, ...strange],
      ...(isPassed ? [words('request.warn.othersGet')] : []),
      ...(own.length > 0 && isNothing ? [words('request.warn.noLeast')] : []),
    ],
    isDeliberate: isNothing || isPassed,
  }
}
