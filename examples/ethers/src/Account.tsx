import { watchEthersSigner } from '@foyer/evm/ethers'
import { useFoyerAccount, useFoyerClient } from '@foyer/react'
import { formatEther, parseEther } from 'ethers'
import { useEffect, useState } from 'react'

/** Written with ethers: the signer is that of the connected account, on its network. */
export function Account() {
  const { address } = useFoyerAccount()
  const signer = useFoyerClient(watchEthersSigner)
  const [balance, setBalance] = useState('loading')
  const [outcome, setOutcome] = useState('')

  useEffect(() => {
    let left = false
    signer?.provider.getBalance(signer.address).then(
      (wei) => left || setBalance(`${formatEther(wei)} ETH`),
      () => left || setBalance('unknown'),
    )
    return () => {
      left = true
    }
  }, [signer])
  if (!address || !signer) return <p>Not connected yet.</p>

  /** The visitor may say no in the wallet: that, and any other failure, is an error with a message to show. */
  async function run(action: () => Promise<string>) {
    setOutcome('Continue in your wallet')
    try {
      setOutcome(await action())
    } catch (error) {
      setOutcome(error instanceof Error ? error.message : String(error))
    }
  }
  const sign = () => signer.signMessage('Hello')
  const send = async () => {
    const sent = await signer.sendTransaction({ to: address, value: parseEther('0.001') })
    setOutcome(`Sent: ${sent.hash}`)
    const receipt = await sent.wait()
    return `${receipt?.status === 1 ? 'success' : 'reverted'}: ${sent.hash}`
  }

  return (
    <section aria-label="Account" style={{ overflowWrap: 'anywhere' }}>
      <p>{address}</p>
      <p>Balance: {balance}</p>
      <button type="button" onClick={() => run(sign)}>
        Sign a message
      </button>
      <button type="button" onClick={() => run(send)}>
        Send 0.001 to yourself
      </button>
      <p role="status">{outcome}</p>
    </section>
  )
}
