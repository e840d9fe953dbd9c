import { type Address, createClient, getAddress, type Hash, type Hex, http } from 'viem'
import { devAccounts } from './accounts.js'
import { bytecodeOf } from './artefact.js'
import { DeployError } from './errors.js'

interface DeployCall {
  Method: 'eth_sendTransactionSync'
  Parameters: [{ from: Address; data: Hex }]
  ReturnType: { status: Hex; contractAddress: Address | null; transactionHash: Hash }
}

/**
 * Puts a token on a development chain that can be told to keep a part of every transfer, to refuse to change an approval, or to
 * call somebody in the middle of a transfer: for tests of what has to cope with such tokens.
 * @throws {@link DeployError}
 * @example
 * const token = await deployStrangeToken({ url: chain.url })
 * // setTax(200) keeps 2 % of every transfer
 */
export async function deployStrangeToken({ url }: { url: string }): Promise<Address> {
  const failed = (cause: unknown) => new DeployError({ url, step: 'deploy the strange token', cause })
  const client = createClient({ transport: http(url, { retryCount: 0 }) })
  const data = bytecodeOf('../contracts/StrangeToken.json')
  const receipt = await client
    .request<DeployCall>({ method: 'eth_sendTransactionSync', params: [{ from: devAccounts[1].address, data }] })
    .catch((cause: unknown) => {
      throw failed(cause)
    })
  const { status, contractAddress } = receipt
  if (status !== '0x1' || contractAddress === null) throw failed(receipt)
  return getAddress(contractAddress)
}
