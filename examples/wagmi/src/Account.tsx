import { formatEther } from 'viem'
import { useBalance, useConnection, useDisconnect, useSendTransaction, useSignMessage } from 'wagmi'

/** Wagmi's hooks alone: what the kit's button has connected is theirs. */
export function Account() {
  const { address, isConnected } = useConnection()
  const { data: balance } = useBalance({ address })
  const sign = useSignMessage()
  const send = useSendTransaction()
  const disconnect = useDisconnect()
  if (!isConnected || !address) return <p>Not connected yet.</p>

  /** The visitor may say no in the wallet: that, and any other failure, is an error with a message to show. */
  const outcome = sign.error?.message ?? send.error?.message ?? send.data ?? sign.data
  return (
    <section aria-label="Account" style={{ overflowWrap: 'anywhere' }}>
      <p>{address}</p>
      <p>Balance: {balance ? formatEther(balance.value) : 'loading'}</p>
      <button type="button" onClick={() => sign.mutate({ message: 'Hello' })}>
        Sign a message
      </button>
      <button type="button" onClick={() => send.mutate({ to: address, value: 10n ** 15n })}>
        Send 0.001 to yourself
      </button>
      <button type="button" onClick={() => disconnect.mutate()}>
        Disconnect
      </button>
      <p role="status">{outcome}</p>
    </section>
  )
}
