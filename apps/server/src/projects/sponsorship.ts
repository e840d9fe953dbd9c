import type { Output } from '@foyer/core/wire'
import { checked, matching } from '@foyer/service/config/fields'
import * as v from 'valibot'
import { isAddress } from 'viem'
import { whole } from '../kernel/fields.js'

const Wei = matching(/^(0|[1-9]\d{0,29})$/, 'must be whole wei, as text')

const Contract = v.pipe(
  checked((text) => isAddress(text, { strict: false }), 'must be an address of 40 hex digits after 0x'),
  v.toLowerCase(),
)

/** The first four bytes of what a contract is called with; `0x` for a call without any, which moves the network's own coin alone. */
const Selector = v.pipe(matching(/^0x([0-9a-fA-F]{8})?$/, 'must be four bytes in hex after 0x, or 0x'), v.toLowerCase())

/** A contract whose calls are paid for: all of them, or those of the selectors that are named. */
const SponsoredContract = v.strictObject({
  to: Contract,
  selectors: v.optional(v.pipe(v.array(Selector), v.minLength(1, 'must name at least one selector'), v.maxLength(50))),
})

const Contracts = v.pipe(
  v.array(SponsoredContract),
  v.minLength(1, 'must name at least one contract'),
  v.maxLength(100),
)

/** In wei: of one person, and of one account, a day; of one client's network (/48, IPv4 /24) a day; of all a day; and of all for ever. */
const Budget = v.strictObject({ account: Wei, network: Wei, day: Wei, total: Wei })

const SponsoredNetwork = v.strictObject({
  /** CAIP-2 */
  chainId: matching(/^eip155:[1-9]\d{0,15}$/, 'must be an EVM network such as "eip155:1"'),
  contracts: Contracts,
  /** of one operation: what it is verified and executed with */
  mostGas: whole(150_000, 10_000_000),
  /** in wei; at a higher fee nothing is sent */
  mostFeePerGas: Wei,
  budget: Budget,
  /** what sessions' keys redeem, where that is paid for: no person is logged in for it, so it has budgets of its own, in which an account is the one that granted */
  sessions: v.optional(v.strictObject({ contracts: Contracts, budget: Budget })),
})
export type SponsoredNetwork = Output<typeof SponsoredNetwork>

/** The public key of a dapp's own backend, which signs what is paid for: 32 bytes of Ed25519 in base64url. */
const TokenKey = matching(/^[\w-]{42}[AEIMQUYcgkosw048]$/, 'must be an Ed25519 public key: 32 bytes in base64url')

/** Which transactions the operator pays for in a project's name, and how much of it. */
export const Sponsorship = v.pipe(
  v.strictObject({
    networks: v.pipe(
      v.array(SponsoredNetwork),
      v.minLength(1, 'must name at least one network'),
      v.maxLength(50),
      v.check((all) => new Set(all.map(({ chainId }) => chainId)).size === all.length, 'must name each network once'),
    ),
    /** where there are some, each operation needs a token that one of them has signed */
    tokenKeys: v.optional(v.pipe(v.array(TokenKey), v.minLength(1, 'must name at least one key'), v.maxLength(4))),
  }),
  v.check(
    ({ networks, tokenKeys }) => tokenKeys === undefined || networks.every(({ sessions }) => sessions === undefined),
    'must not pay for sessions where tokens are wanted: a session’s key has none',
  ),
)
export type Sponsorship = Output<typeof Sponsorship>
