import { type Address, createWalletClient, http, parseAbi, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { ChainAddress } from './addresses.js'
import { setBalance } from './setBalance.js'

/** The dollars of a local chain, which anyone may mint. */
export function dollarsOn({ tokens }: Pick<ChainAddress, 'tokens'>): Address {
  const token = tokens.find(({ symbol }) => symbol === 'DUSD')
  if (!token) throw new Error('The chain has no dollars.')
  return token.address
}

/** Gives an account dollars, in millionths. */
export async function mintDollars({
  chain,
  to,
  amount,
}: {
  readonly chain: ChainAddress
  readonly to: Address
  readonly amount: bigint
}): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey())
  await setBalance({ chain, address: account.address, ether: '1' })
  const client = createWalletClient({ account, transport: http(chain.url) }).extend(publicActions)
  const abi = parseAbi(['function mint(address to, uint256 amount)'])
  const hash = await client.writeContract({
    address: dollarsOn(chain),
    abi,
    functionName: 'mint',
    args: [to, amount],
    chain: null,
  })
  await client.waitForTransactionReceipt({ hash })
}
