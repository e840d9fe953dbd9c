import { createHash } from 'node:crypto'
import { makeSignDoc as makeAminoDoc, pubkeyToAddress, serializeSignDoc } from '@cosmjs/amino'
import { Secp256k1, Secp256k1Signature } from '@cosmjs/crypto'
import { decodeOptionalPubkey, decodeTxRaw, makeSignBytes, makeSignDoc } from '@cosmjs/proto-signing'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { CosmosRefusal } from './CosmosRefusal.js'

/** A transaction as the official library reads it. */
export interface CosmosTransaction {
  readonly hash: string
  readonly send: MsgSend
  readonly memo: string
  readonly gas: bigint
  readonly fee: readonly { readonly denom: string; readonly amount: string }[]
  readonly sequence: bigint
  readonly isSigned: (of: {
    readonly chainId: string
    readonly accountNumber: bigint
    readonly prefix: string
  }) => boolean
}

const sendType = '/cosmos.bank.v1beta1.MsgSend'
const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0

/**
 * Reads a transaction by the official library, and refuses what that library would have written otherwise.
 * @throws {@link CosmosRefusal}
 */
export function readTransaction(bytes: Uint8Array): CosmosTransaction {
  const raw = attempt(() => TxRaw.decode(bytes))
  const { body, authInfo, signatures } = attempt(() => decodeTxRaw(bytes))
  const isCanonical =
    isSame(TxBody.encode(body).finish(), raw.bodyBytes) &&
    isSame(AuthInfo.encode(authInfo).finish(), raw.authInfoBytes) &&
    isSame(TxRaw.encode(raw).finish(), bytes)
  if (!isCanonical) throw new CosmosRefusal({ code: 2, reason: 'tx parse error: not as it is written' })
  const [message, ...others] = body.messages
  if (!message || others.length > 0 || message.typeUrl !== sendType)
    throw new CosmosRefusal({ code: 6, reason: 'unknown request: this chain takes one MsgSend' })
  const send = attempt(() => MsgSend.decode(message.value))
  if (!isSame(MsgSend.encode(send).finish(), message.value))
    throw new CosmosRefusal({ code: 2, reason: 'tx parse error: not as it is written' })
  const [signer, ...more] = authInfo.signerInfos
  const [signature, ...further] = signatures
  if (!signer || !signature || more.length > 0 || further.length > 0)
    throw new CosmosRefusal({ code: 15, reason: 'no signatures supplied' })
  const { fee = { amount: [], gasLimit: 0n } } = authInfo
  const signBytes = ({ chainId, accountNumber }: { readonly chainId: string; readonly accountNumber: bigint }) => {
    if (signer.modeInfo?.single?.mode !== SignMode.SIGN_MODE_LEGACY_AMINO_JSON)
      return makeSignBytes(makeSignDoc(raw.bodyBytes, raw.authInfoBytes, chainId, accountNumber))
    const value = { from_address: send.fromAddress, to_address: send.toAddress, amount: send.amount }
    const asked = { amount: fee.amount, gas: `${fee.gasLimit}` }
    const msgs = [{ type: 'cosmos-sdk/MsgSend', value }]
    return serializeSignDoc(makeAminoDoc(msgs, asked, chainId, body.memo, accountNumber, `${signer.sequence}`))
  }
  return {
    hash: createHash('sha256').update(bytes).digest('hex').toUpperCase(),
    send,
    memo: body.memo,
    gas: fee.gasLimit,
    fee: fee.amount,
    sequence: signer.sequence,
    isSigned({ chainId, accountNumber, prefix }) {
      const key = attempt(() => decodeOptionalPubkey(signer.publicKey))
      if (!key || pubkeyToAddress(key, prefix) !== send.fromAddress) return false
      const hash = createHash('sha256').update(signBytes({ chainId, accountNumber })).digest()
      const compact = attempt(() => Secp256k1Signature.fromFixedLength(signature))
      return Secp256k1.verifySignature(compact, hash, Buffer.from(key.value, 'base64'))
    },
  }
}

function attempt<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new CosmosRefusal({ code: 2, reason: `tx parse error: ${error instanceof Error ? error.message : error}` })
  }
}
