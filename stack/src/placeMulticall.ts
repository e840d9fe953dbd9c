import { type Address, createClient, type Hex, http } from 'viem'
import { bytecodeOf } from './artefact.js'
import { DeployError } from './errors.js'

/** Where Multicall3 stands on every network that has it. */
export const multicallAddress: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

interface RuntimeCall {
  Method: 'eth_call'
  Parameters: [{ data: Hex }, 'latest']
  ReturnType: Hex
}
interface SetCodeCall {
  Method: 'anvil_setCode'
  Parameters: [Address, Hex]
  ReturnType: unknown
}

/**
 * Puts a contract with Multicall3's reads at its usual address on a development chain. Can be called again.
 * @throws {@link DeployError}
 * @example await placeMulticall({ url: chain.url })
 */
export async function placeMulticall({ url }: { url: string }): Promise<void> {
  const client = createClient({ transport: http(url, { retryCount: 0 }) })
  try {
    // Creating a contract in a call that isn't sent gives the code that would stand there.
    const data = bytecodeOf('../contracts/Multicall.json')
    const code = await client.request<RuntimeCall>({ method: 'eth_call', params: [{ data }, 'latest'] })
    await client.request<SetCodeCall>({ method: 'anvil_setCode', params: [multicallAddress, code] })
  } catch (cause) {
    throw new DeployError({ url, step: 'place the multicall contract', cause })
  }
}
