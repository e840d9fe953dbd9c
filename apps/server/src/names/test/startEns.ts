import { deployLocalEns, localEnsAbi, type StartedChain, startChain } from '@foyer/stack'
import { type Address, type Client, createClient, http, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { namehash, packetToBytes } from 'viem/ens'
import { write } from './write.js'

/** ENS on a chain of a test's own; nothing in the product imports this. */
export interface StartedEns {
  readonly anvil: StartedChain
  readonly client: Client
  readonly universalResolver: Address
  setAddr(name: string, address: Address): Promise<void>
  setAvatar(name: string, text: string): Promise<void>
  /** Lets an address call itself something, whether or not the name agrees. */
  setName(address: Address, name: string): Promise<void>
  setResolver(name: string, resolver: Address): Promise<void>
  /** A new address with a primary name that resolves back. */
  named(name: string): Promise<Address>
  stop(): Promise<void>
}

export const newAddress = (): Address => privateKeyToAccount(generatePrivateKey()).address

export async function startEns(): Promise<StartedEns> {
  const anvil = await startChain({ id: 31337 })
  const client = createClient({ transport: http(anvil.url) })
  const universalResolver = await deployLocalEns({ url: anvil.url })
  const contract = { client, address: universalResolver, abi: localEnsAbi }
  const ens: StartedEns = {
    anvil,
    client,
    universalResolver,
    setAddr: (name, address) => write({ ...contract, functionName: 'setAddr', args: [namehash(name), address] }),
    setAvatar: (name, text) => write({ ...contract, functionName: 'setText', args: [namehash(name), 'avatar', text] }),
    setName(address, name) {
      const args = [address, toHex(packetToBytes(name))]
      return write({ ...contract, functionName: 'setName', args })
    },
    setResolver: (name, resolver) =>
      write({ ...contract, functionName: 'setResolver', args: [namehash(name), resolver] }),
    async named(name) {
      const address = newAddress()
      await ens.setAddr(name, address)
      await ens.setName(address, name)
      return address
    },
    stop: () => anvil.stop(),
  }
  return ens
}
