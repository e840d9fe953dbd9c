import { type Address, createClient, type Hex, http } from 'viem'
import { bytecodeOf } from './artefact.js'
import { DeployError } from './errors.js'

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

export interface PlaceCodeParameters {
  url: string
  /** in words that follow "Couldn't" */
  step: string
  /** the artefact of a contract without inputs or state of its own */
  specifier: string
  address: Address
}

/**
 * Puts a contract at an address of one's choice on a development chain. Can be called again.
 * @throws {@link DeployError}
 */
export async function placeCode({ url, step, specifier, address }: PlaceCodeParameters): Promise<void> {
  const client = createClient({ transport: http(url, { retryCount: 0 }) })
  try {
    // Creating a contract in a call that isn't sent gives the code that would stand there.
    const data = bytecodeOf(specifier)
    const code = await client.request<RuntimeCall>({ method: 'eth_call', params: [{ data }, 'latest'] })
    await client.request<SetCodeCall>({ method: 'anvil_setCode', params: [address, code] })
  } catch (cause) {
    throw new DeployError({ url, step, cause })
  }
}
