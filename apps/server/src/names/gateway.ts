import type { Hex } from '@foyer/core/chain'
import { encodeAbiParameters, encodePacked, keccak256, parseAbiParameters } from 'viem'
import { sign } from 'viem/accounts'
import type { Registry } from './registry.js'
import { encodeAnswer, readQuestion } from './resolverCall.js'
import type { Zone } from './zone.js'

/** Answers the requests that a resolver contract redirects to this server (ERC-3668). */
export interface Gateway {
  /**
   * @param question.sender - the resolver that will check the answer
   * @param question.data - its call `resolve(bytes name, bytes data)`
   * @returns the result, until when it holds, and the signature, as the resolver takes them
   * @throws InvalidInputError for a call that is none · NameNotFoundError for a name of another zone
   * @see ERC-3668, ENSIP-10
   */
  answer(question: { sender: Hex; data: Hex }): Promise<Hex>
}

export interface GatewayParameters {
  zone: Zone
  registry: Pick<Registry, 'find'>
  key: Hex
  ttlSeconds: number
  now: () => number
}

export function createGateway({ zone, registry, key, ttlSeconds, now }: GatewayParameters): Gateway {
  return {
    async answer({ sender, data }) {
      const { label, record } = readQuestion({ data, zone })
      // An unregistered name is answered too: its empty record is signed.
      const result = encodeAnswer({ record, name: await registry.find(label) })
      const expires = BigInt(Math.floor(now() / 1000) + ttlSeconds)
      const hash = answerHash({ sender, expires, request: data, result })
      const signature = await sign({ hash, privateKey: key, to: 'hex' })
      return encodeAbiParameters(parseAbiParameters('bytes result, uint64 expires, bytes signature'), [
        result,
        expires,
        signature,
      ])
    },
  }
}

interface AnswerHash {
  sender: Hex
  expires: bigint
  request: Hex
  result: Hex
}

/** The same that the resolver contract makes: an answer for that contract alone, to this question, until then. */
function answerHash({ sender, expires, request, result }: AnswerHash): Hex {
  return keccak256(
    encodePacked(
      ['bytes2', 'address', 'uint64', 'bytes32', 'bytes32'],
      ['0x1900', sender, expires, keccak256(request), keccak256(result)],
    ),
  )
}
