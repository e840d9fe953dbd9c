import { type Address, createClient, getAddress, type Hash, type Hex, http } from 'viem'
import { devAccounts } from './accounts.js'
import { DeployError } from './errors.js'

interface DeployCall {
  Method: 'eth_sendTransactionSync'
  Parameters: [{ from: Address; data: Hex }]
  ReturnType: { status: Hex; contractAddress: Address | null; transactionHash: Hash }
}

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
  // EIP-7966: answers with the receipt, so there is nothing to wait for.
  const receipt = await client
    .request<DeployCall>({
      method: 'eth_sendTransactionSync',
      params: [{ from: devAccounts[1].address, data: initCode }],
    })
    .catch((cause: unknown) => {
      throw failed(cause)
    })
  const { status, contractAddress } = receipt
  if (status !== '0x1' || contractAddress === null) throw failed(receipt)
  return getAddress(contractAddress)
}
