import { type Address, createClient, getAddress, type Hex, http } from 'viem'
import { devAccounts } from './accounts.js'
import { DeployError } from './errors.js'
import { sendUnlocked } from './sendUnlocked.js'

export interface DeployCodeParameters {
  url: string
  /** in words that follow "Couldn't" */
  step: string
  /** with the constructor's inputs behind it */
  initCode: Hex
}

/**
 * Deploys a contract on a development chain.
 * @throws {@link DeployError}
 */
export async function deployCode({ url, step, initCode }: DeployCodeParameters): Promise<Address> {
  const failed = (cause: unknown) => new DeployError({ url, step, cause })
  const client = createClient({ transport: http(url, { retryCount: 0 }) })
  const transaction = { from: devAccounts[1].address, data: initCode }
  const receipt = await sendUnlocked({ client, transaction }).catch((cause: unknown) => {
    throw failed(cause)
  })
  const { status, contractAddress } = receipt
  if (status !== 'success' || !contractAddress) throw failed(receipt)
  return getAddress(contractAddress)
}
