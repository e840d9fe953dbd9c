import type { Address } from 'viem'

/** The networks of the specification's swaps that 0x serves by the one AllowanceHolder, each with its wrapped coin. @see S9.15 */
export const wrappedCoins: ReadonlyMap<string, Address> = new Map([
  ['eip155:1', '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'],
  ['eip155:10', '0x4200000000000000000000000000000000000006'],
  ['eip155:56', '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c'],
  ['eip155:137', '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270'],
  ['eip155:8453', '0x4200000000000000000000000000000000000006'],
  ['eip155:42161', '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'],
  ['eip155:43114', '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7'],
])

/** Of networks with the Cancun upgrade, which all of the above are. */
export const allowanceHolder: Address = '0x0000000000001fF3684f28c67538d4D072C22734'

export const zeroXUrl = 'https://api.0x.org'
