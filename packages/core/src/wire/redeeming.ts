import * as v from 'valibot'
import type { Call, Output } from './call.js'
import {
  Address,
  authorizationFields,
  Count,
  Gas,
  hexOf,
  OperationOutcome,
  Signature,
  Word,
} from './operationFields.js'
import { AccountOfNetwork } from './smartSession.js'

/*
 * Calls that a session's key redeems, paid for by the operator in the project's name. There is no login: each is bound to a session that the server lists and reads on chain,
 * and to the signatures of its key.
 */

/** The EntryPoint's counter by its key 0 alone: by several keys one call could be signed, tried and paid for many times over. */
const Nonce = hexOf(/^(0|[1-9]\d{0,18})$/, 'must be a whole number of 19 digits at most')

/** Which session, and what its key has the account call. */
const asked = {
  pci: v.pipe(v.string(), v.uuid('must be a session id')),
  call: v.strictObject({
    to: Address,
    /** In wei, of the account's own coin. */
    value: hexOf(/^(0|[1-9]\d{0,29})$/, 'must be whole wei, as text'),
    data: hexOf(/^0x([0-9a-fA-F]{2}){0,4096}$/, 'must be 4096 bytes in hex after 0x at most'),
  }),
}

/** Why it isn't paid for. */
export const NotRedeemed = v.picklist([
  /** the project pays for no sessions on this network */
  'project',
  /** the network has no code that accounts are switched to, or it couldn't be found out */
  'network',
  /** the session isn't on the server's list, or doesn't hold on its chain */
  'session',
  /** the key's own account has other code */
  'account',
  /** the contract or the function isn't among those that are paid for */
  'calls',
  /** it takes more gas than the project pays for */
  'gas',
  /** the network is dearer than the project allows */
  'fee',
  /** the signatures aren't the key's, its nonce isn't the next, or it was sent before */
  'operation',
  /** it is to be sent later than it may be, or may be sent for too long */
  'late',
  /** the key has to be switched to the delegate, and this signature doesn't do it */
  'authorization',
  /** it would fail */
  'simulation',
  /** a budget is used up: the account's, the network's, the day's, or all of it */
  'budget',
  /** the operator's account has no coin left */
  'unfunded',
])
export type NotRedeemed = v.InferOutput<typeof NotRedeemed>

/** Asks whether what a session's key redeems would be paid for, and how it is to be signed for that. */
export const quoteRedeemingCall = {
  id: 'quoteRedeeming',
  method: 'post',
  path: '/v1/sessions/:address/redeem/quote',
  params: AccountOfNetwork,
  body: v.strictObject(asked),
  reply: v.variant('sponsored', [
    v.object({
      sponsored: v.literal(true),
      /** The values that the operation is signed with. */
      nonce: Nonce,
      verificationGasLimit: Gas,
      callGasLimit: Gas,
      /** The key's own nonce for the authorization of the delegate; null where its account has it already. */
      authorizationNonce: v.nullable(Count),
      /** In unix seconds, by the server's clock: until when it may be signed for. */
      validUntil: Count,
    }),
    v.object({ sponsored: v.literal(false), because: NotRedeemed }),
  ]),
} as const satisfies Call

/** The server's answer to it. */
export type RedeemingQuote = Output<(typeof quoteRedeemingCall)['reply']>

/** Has it sent and paid for. The same again is no fault. */
export const redeemCall = {
  id: 'redeemSmartSession',
  method: 'post',
  path: '/v1/sessions/:address/redeem',
  params: AccountOfNetwork,
  body: v.strictObject({
    ...asked,
    nonce: Nonce,
    verificationGasLimit: Gas,
    callGasLimit: Gas,
    /** Of the key, over the operation (EIP-712): its fees are zero. */
    signature: Signature,
    authorization: v.optional(v.strictObject(authorizationFields)),
    /** In unix seconds, ten minutes away at most: what isn't signed by then is sent no more. */
    validUntil: Count,
    /** Of the key, over the operation's hash, the project, the session and `validUntil` (EIP-712). */
    consent: Signature,
  }),
  reply: v.object({
    /** The operation's hash, as the EntryPoint has it. */
    operation: Word,
  }),
} as const satisfies Call

/** Reads what became of it. */
export const readRedeemingCall = {
  id: 'readRedeeming',
  method: 'get',
  path: '/v1/sessions/:address/redeem/:operation',
  params: v.object({ ...AccountOfNetwork.entries, operation: Word }),
  reply: OperationOutcome,
} as const satisfies Call
