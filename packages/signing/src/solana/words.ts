/** Words for requests that some Solana wallet is about to be asked for: read, described, simulated where that can be done, and never signed here. */

import type { DescribedRequest, RequestReader, ShownRequest } from '@foyer/core/words'
import { bytesToHex } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import * as v from 'valibot'
import { readMessageText } from '../readMessageText.js'
import { isWorse } from '../readSimulation.js'
import { remembering } from '../reads.js'
import { assertSize } from '../requestSize.js'
import { textOf } from '../shownText.js'
import { UnreadableRequestError } from '../unreadable.js'
import { withOutside } from '../withOutside.js'
import { describeTransactions } from './describeTransactions.js'
import { decodeTransaction, isTransactionMessage, type SolanaTransaction } from './message.js'
import { AllTransactionsParams, MessageParams, SendParams, TransactionParams } from './requestParams.js'

export { type Level, levelOf } from '../level.js'
export { RequestTooLargeError } from '../requestSize.js'
export { sayRequestInEnglish, spokenRequest } from '../sentences.js'

/**
 * Describes what a Solana wallet elsewhere is about to be asked for, by the data of the request, the chain and a simulation of it.
 * @returns undefined for a method that asks for nothing to be signed, and for data that can't be read: then nothing is known of it
 * @throws RequestTooLargeError for more than 128 kB
 */
export async function describeSolana(request: DescribedRequest): Promise<ShownRequest | undefined> {
  assertSize(request.params)
  const { outside = {} } = request
  const network = remembering(request.network)
  const on = { ...request, network }
  const shown = request.method === 'solana_signMessage' ? describeMessage(on) : await describeSigning(on)
  return shown && withOutside({ ...on, shown, outside })
}

function describeMessage({ params, network, peerUrl }: DescribedRequest): ShownRequest | undefined {
  const { success, output } = v.safeParse(MessageParams, params)
  // Signed as a message, a transaction would be valid as such: an application that asks for that asks for something else than it says.
  if (!success || isTransactionMessage(output.message)) return undefined
  const { message, pubkey: address } = output
  return readMessageText({ text: textOf(message), data: bytesToHex(message), address, network, peerUrl })
}

async function describeSigning(request: DescribedRequest): Promise<ShownRequest | undefined> {
  const asked = askedIn(request)
  const decoded = asked && decodedOrNone(asked.wires)
  if (!asked || !decoded) return undefined
  const signersOf = ({ message: { keys, signerCount } }: SolanaTransaction) => keys.slice(0, signerCount)
  const address = asked.pubkey ?? decoded[0]?.message.keys[0]
  if (address === undefined || !decoded.every((each) => signersOf(each).includes(address))) return undefined
  const { simulate } = request.outside ?? {}
  return describeTransactions({ ...asked, decoded, address, network: request.network, simulate })
}

interface Asked {
  readonly pubkey: string | undefined
  readonly wires: readonly Uint8Array[]
  readonly isSent: boolean
}

function askedIn({ method, params }: Pick<DescribedRequest, 'method' | 'params'>): Asked | undefined {
  switch (method) {
    case 'solana_signAndSendTransaction': {
      const { success, output } = v.safeParse(SendParams, params)
      return success ? { pubkey: output.pubkey, wires: [output.transaction], isSent: true } : undefined
    }
    case 'solana_signTransaction': {
      const { success, output } = v.safeParse(TransactionParams, params)
      if (!success || 'parts' in output) return undefined
      return { pubkey: output.pubkey, wires: [output.transaction], isSent: false }
    }
    case 'solana_signAllTransactions': {
      const { success, output } = v.safeParse(AllTransactionsParams, params)
      return success ? { pubkey: output.pubkey, wires: output.transactions, isSent: false } : undefined
    }
    default:
      return undefined
  }
}

function decodedOrNone(wires: readonly Uint8Array[]): readonly SolanaTransaction[] | undefined {
  try {
    return wires.map(decodeTransaction)
  } catch (error) {
    if (error instanceof UnreadableRequestError) return undefined
    throw error
  }
}

export const solanaReader: RequestReader = {
  carriedOut(request) {
    const [only, ...others] = askedIn(request)?.wires ?? []
    return only && others.length === 0 ? { transaction: base64.encode(only) } : undefined
  },
  describe: describeSolana,
  isWorse,
}
