import { limits } from '@foyer/core/limits'
import {
  Address,
  authorizationFields,
  Count,
  Gas,
  hexOf,
  OperationOutcome,
  Signature,
  Word,
} from '@foyer/core/operationFields'
import { SiteOrigin, signedCall } from '@foyer/custody/calls'
import * as v from 'valibot'

/*
 * Calls of the wallet's page to the login server about operations that the operator pays for. A refusal to pay is an answer of the quote, and `not_sponsored`
 * with its reason as `field` of the sending: what was refused was neither paid for nor sent.
 */

/** A signed text is 8 KiB at most, in which hex takes twice its bytes. */
const CallData = hexOf(/^0x([0-9a-fA-F]{2}){4,2800}$/, 'must be 4 to 2800 bytes in hex after 0x')
const EvmNetwork = hexOf(/^eip155:[1-9]\d{0,15}$/, 'must be an EVM network')
/** Of the EntryPoint: a key of 192 bits and a counter of 64. */
const Nonce = hexOf(/^(0|[1-9]\d{0,76})$/, 'must be a whole number of 77 digits at most')

/** In unix seconds, by the server's clock: in a block of that time or later nothing of it is carried out. */
const ValidUntil = v.pipe(Count, v.minValue(1))

/** In whose name, and what. */
const asked = {
  projectId: v.pipe(v.string(), v.minLength(1), v.maxLength(limits.projectId)),
  /** The asking site's origin. */
  site: SiteOrigin,
  chainId: EvmNetwork,
  /** The account, which is one of the person's wallet. */
  sender: Address,
  /** The call of the account: its own `execute`, without the deadline that what is signed has before it. */
  callData: CallData,
  /** Of the dapp's own backend, for this account and these calls, where the project wants one. */
  token: v.optional(v.pipe(v.string(), v.maxLength(1_024))),
}

/** The reasons why nothing is paid for. */
export const NotSponsored = v.picklist([
  /** the project, or this network of it, is none that the operator pays for */
  'project',
  /** the network has no code that accounts are switched to, or it couldn't be found out */
  'network',
  /** the account is none of the person's wallet, or has code of its own */
  'account',
  /** a target, a selector or a kind of call that isn't listed */
  'calls',
  /** more gas than the project's operations may take */
  'gas',
  /** the network is dearer than the project allows */
  'fee',
  /** there is no token for this account and these calls, it is over, or was used */
  'token',
  /** its time is over, or further away than it may be */
  'late',
  /** the signature isn't the account's, or its nonce isn't the next */
  'operation',
  /** the account has to be switched to the delegate, and this signature doesn't do it */
  'authorization',
  /** the calls would fail */
  'simulation',
  /** a budget of the project is used up: the person's, the network's, the day's, or all of it */
  'budget',
  /** the operator's account has no coin left */
  'unfunded',
  /** the dapp's paymaster has an address that isn't asked: none at all, no https, or a host that isn't public */
  'paymaster_address',
  /** it can't be reached, or takes too long */
  'paymaster_away',
  /** its answer isn't what ERC-7677 says, is too large, or sends elsewhere */
  'paymaster_answer',
  /** its answer is for another account, network or call */
  'paymaster_other',
  /** what it pays with in the end isn't as long as what was estimated with, or is another contract's */
  'paymaster_changed',
  /** it refuses to pay */
  'paymaster_refused',
  /** who is to carry the operation out refuses it, or doesn't answer */
  'bundler',
])
export type NotSponsored = v.InferOutput<typeof NotSponsored>

/** Asks on which networks operations are paid for in a project's name. */
export const listSponsoredCall = signedCall({
  id: 'listSponsored',
  path: '/login/v1/sponsored/networks',
  payload: v.object({ projectId: asked.projectId, site: asked.site }),
  reply: v.object({
    /** CAIP-2; of others nothing is paid. */
    networks: v.array(EvmNetwork),
  }),
})

/** Asks whether calls would be paid for, and how they are to be signed for that. */
export const quoteSponsoredCall = signedCall({
  id: 'quoteSponsored',
  path: '/login/v1/sponsored/quote',
  payload: v.object(asked),
  reply: v.variant('sponsored', [
    v.object({
      sponsored: v.literal(true),
      /** The values that the operation is signed with. */
      nonce: Nonce,
      verificationGasLimit: Gas,
      callGasLimit: Gas,
      /** The account's own nonce for the authorization of the delegate; null where the account has it already. */
      authorizationNonce: v.nullable(Count),
      validUntil: ValidUntil,
    }),
    v.object({ sponsored: v.literal(false), because: NotSponsored }),
  ]),
})

/**
 * Has an operation sent and paid for. Its fees are zero, it has neither init code nor paymaster, and its pre-verification gas is zero: the signature is over that.
 * The same again is no fault.
 */
export const sendSponsoredCall = signedCall({
  id: 'sendSponsored',
  path: '/login/v1/sponsored',
  payload: v.object({
    ...asked,
    nonce: Nonce,
    verificationGasLimit: Gas,
    callGasLimit: Gas,
    validUntil: ValidUntil,
    signature: Signature,
    authorization: v.optional(v.object(authorizationFields)),
  }),
  reply: v.object({
    /** The operation's hash, as the EntryPoint has it. */
    operation: Word,
  }),
})

/** Reads what became of an operation that was sent. */
export const readSponsoredCall = signedCall({
  id: 'readSponsored',
  path: '/login/v1/sponsored/read',
  payload: v.object({ operation: Word }),
  reply: OperationOutcome,
})

/** The paymaster that is asked for, beside the calls. */
const named = {
  /** Where it is asked (ERC-7677). */
  url: v.pipe(v.string(), v.maxLength(1_024)),
  /** The dapp's context for it: a JSON object. */
  context: v.optional(v.pipe(v.string(), v.maxLength(1_500)), '{}'),
}

/** In wei: no network's fee has more digits. */
const Fee = hexOf(/^(0|[1-9]\d{0,29})$/, 'must be whole wei')

/** The fees that a paymaster pays, as the operation is signed with them. */
export const PaidFees = v.object({
  preVerificationGas: Gas,
  maxFeePerGas: Fee,
  maxPriorityFeePerGas: Fee,
  /** Its contract's address, two limits of 16 bytes, and its own data. By the zero address the EntryPoint knows that nobody pays but the account. */
  paymasterAndData: hexOf(
    /^0x(?!0{40})([0-9a-fA-F]{2}){52,1076}$/,
    'must be 52 to 1076 bytes in hex after 0x, and begin with an address that isn’t zero',
  ),
})

/** Asks whether a dapp's own paymaster would pay for calls, and how they are to be signed for that. */
export const quotePaymasterCall = signedCall({
  id: 'quotePaymaster',
  path: '/login/v1/paymaster/quote',
  payload: v.object({ ...asked, ...named }),
  reply: v.variant('sponsored', [
    v.object({
      sponsored: v.literal(true),
      nonce: Nonce,
      verificationGasLimit: Gas,
      callGasLimit: Gas,
      authorizationNonce: v.nullable(Count),
      validUntil: ValidUntil,
      fees: PaidFees,
      /** The host that was asked. */
      by: v.string(),
    }),
    v.object({ sponsored: v.literal(false), because: NotSponsored }),
  ]),
})

/** Has an operation that a dapp's own paymaster pays for carried out, by whom the operator names for the network. The same again is no fault. */
export const sendPaymasterCall = signedCall({
  id: 'sendPaymaster',
  path: '/login/v1/paymaster',
  payload: v.object({
    ...asked,
    nonce: Nonce,
    verificationGasLimit: Gas,
    callGasLimit: Gas,
    validUntil: ValidUntil,
    fees: PaidFees,
    signature: Signature,
    authorization: v.optional(v.object(authorizationFields)),
  }),
  reply: v.object({ operation: Word }),
})

/** Reads what became of such an operation. What isn't known may still come. */
export const readPaymasterCall = signedCall({
  id: 'readPaymaster',
  path: '/login/v1/paymaster/read',
  payload: v.object({ chainId: EvmNetwork, operation: Word }),
  reply: v.object({
    status: v.picklist(['unknown', 'sent', 'included']),
    transactionHash: v.nullable(Word),
    succeeded: v.nullable(v.boolean()),
  }),
})
