import { useFoyer } from '@foyer/react'
import { useCallback } from 'react'
import { useAccount, useDisconnect, useSendTransaction, useSignMessage, useSwitchChain } from 'wagmi'
import { chains } from './chains'

/** The dapp's own part: wagmi's hooks, which stay as they are. */
export function Account() {
  const { address, chainId, status } = useAccount()
  const connectModal = useFoyer()
  const openConnectModal = useCallback(() => connectModal.open({ view: 'Connect' }), [connectModal])
  const { disconnect } = useDisconnect()
  const { switchChain } = useSwitchChain()
  const { signMessage, data: signature, error } = useSignMessage()
  const { sendTransaction, data: hash } = useSendTransaction()
  if (!address) {
    return (
      <p>
        You need a wallet to go on.{' '}
        <button type="button" onClick={openConnectModal}>
          Choose one
        </button>
      </p>
    )
  }
  return (
    <section aria-label="Account">
      <p>{address}</p>
      <p>Chain {chainId}</p>
      <button type="button" onClick={() => signMessage({ message: 'Hello' })}>
        Sign a message
      </button>
      <button type="button" onClick={() => sendTransaction({ to: address, value: 10n ** 15n })}>
        Send 0.001 to yourself
      </button>
      {chains.map(({ id, name }) => (
        <button key={id} type="button" onClick={() => switchChain({ chainId: id })}>
          Go to {name}
        </button>
      ))}
      <button type="button" disabled={status !== 'connected'} onClick={() => disconnect()}>
        Disconnect
      </button>
      <p role="status">{hash ?? error?.message ?? signature}</p>
    </section>
  )
}
