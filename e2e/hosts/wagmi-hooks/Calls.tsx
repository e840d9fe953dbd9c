import type { FormEvent } from 'react'
import { isAddress } from 'viem'
import { useCallsStatus, useConnection, useSendCalls } from 'wagmi'

/** Why a batch wasn't sent: viem has a name of its own around the wallet's. */
const whyOf = (error: Error | null) => (error?.cause instanceof Error ? error.cause.name : error?.name)

/** Has two calls carried out as one by wagmi's hooks alone, and says what came of them. */
export function Calls() {
  const { address } = useConnection()
  const send = useSendCalls()
  const { data: outcome } = useCallsStatus({
    id: send.data?.id ?? '',
    query: {
      enabled: send.data !== undefined,
      refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 200 : false),
    },
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const to = new FormData(event.currentTarget).get('to')
    if (typeof to !== 'string' || !isAddress(to)) throw new Error('That is no address.')
    send.mutate({ calls: [1n, 3n].map((value) => ({ to, value })), forceAtomic: true })
  }
  return (
    <form aria-label="Calls" onSubmit={submit}>
      <output data-fact="address">{address}</output>
      <input name="to" aria-label="To" />
      <button type="submit">Send two calls</button>
      <output data-fact="outcome">{whyOf(send.error) ?? outcome?.status}</output>
    </form>
  )
}
