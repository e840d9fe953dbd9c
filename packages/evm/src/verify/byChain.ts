import { bytesToHex } from '@foyer/core/hex'
import { InvalidResponseError } from '@foyer/core/invalidResponse'
import { keccak256 } from '../address/keccak256.js'
import type { AskChain } from './contractSignature.js'
import type { KeyRecovery } from './verifyEvmMessage.js'

/** Where every chain of the EVM finds the signer of a hash (the precompiled contract 1). */
const recovering = `0x${'1'.padStart(40, '0')}`

/** Has the chain find the signer: for pages, which so need no curve of their own, and ask the chain about contracts in any case. */
export function byChain({ networkId, ask }: { readonly networkId: string; readonly ask: AskChain }): KeyRecovery {
  return {
    keccak256,
    async signerOf({ hash, signature: { compact, recovery }, signal }) {
      const v = (27 + recovery).toString(16).padStart(64, '0')
      const data = `${bytesToHex(hash)}${v}${bytesToHex(compact).slice(2)}`
      const params = [{ to: recovering, data }, 'latest']
      const answer = await ask({ networkId, method: 'eth_call', params, signal })
      if (answer === '0x') return undefined
      const [, address] = /^0x0{24}([0-9a-fA-F]{40})$/.exec(String(answer)) ?? []
      if (address === undefined)
        throw new InvalidResponseError({ expected: 'an address', context: { method: 'eth_call' } })
      return `0x${address.toLowerCase()}`
    },
  }
}
