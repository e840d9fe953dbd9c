import { type DevSolanaAccount, startSolana } from '@foyer/stack'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { base58, base64 } from '@scure/base'
import { encodeLegacyForm } from '../legacyForm.js'
import { bytes, type Instruction, key, number, system, text } from './instructions.js'

/** For tests. A local network with the real programs, which carries out what its development accounts sign. */
export async function startLocalChain() {
  const chain = await startSolana()
  async function rpc(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const { result, error } = Object(await response.json())
    if (error) throw new Error(JSON.stringify(error))
    return result
  }
  return {
    ...chain,
    balanceOf: async (address: string) => BigInt(Object(await rpc('getBalance', address)).value),
    rentOf: async (size: number) => BigInt(Number(await rpc('getMinimumBalanceForRentExemption', size))),
    /** Signs and sends instructions of one account's. */
    async send({ address, secretKey }: DevSolanaAccount, ...instructions: readonly Instruction[]) {
      const { blockhash } = Object(await rpc('getLatestBlockhash')).value
      const wire = encodeLegacyForm({ feePayer: address, recentBlockhash: blockhash, instructions })
      wire.set(ed25519.sign(wire.subarray(65), hexToBytes(secretKey)), 1)
      await rpc('sendTransaction', base64.encode(wire), { encoding: 'base64' })
    },
  }
}

/** For tests. An account of a program's whose address is derived of another: its maker alone signs for it. */
export function derivedOf(by: string, { name, program }: { readonly name: string; readonly program: string }) {
  const parts = Uint8Array.from([...bytes(by), ...new TextEncoder().encode(name), ...bytes(program)])
  const address = base58.encode(sha256(parts))
  const opened = (lamports: bigint, size: bigint) =>
    system(
      3,
      [...bytes(by), ...text(name), ...number(lamports, 8), ...number(size, 8), ...bytes(program)],
      ...[key(by, true), key(address)],
    )
  return { address, opened }
}
