/** The number of an EVM chain. */
export const numberOf = (chainId: string): number => Number(chainId.split(':')[1])
