/** A transfer of coins as wallets take it: what it costs they add themselves. */
export const operationOf = ({ to, amount }: { readonly to: string; readonly amount: bigint }) =>
  ({ kind: 'transaction', destination: to, amount: `${amount}` }) as const
