import { useAccount, useSendTransaction, useSignMessage, useSwitchChain } from 'wagmi'
import { chains } from './chains'

/** What is done with an account, by wagmi's hooks alone. */
export function Account() {
  const { address, chainId } = useAccount()
  const { switchChain } = useSwitchChain()
  const { signMessage, data: signature, error } = useSignMessage()
  const { sendTransaction, data: hash } = useSendTransaction()
  if (!address) return <p>You need a wallet to go on.</p>
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
      <p role="status">{hash ?? error?.message ?? signature}</p>
    </section>
  )
}
