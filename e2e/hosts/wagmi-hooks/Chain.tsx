import { useConnection, useSignMessage, useSwitchChain } from 'wagmi'

/** Goes to another chain and signs by wagmi's hooks alone, and says where it is and what came of it. */
export function Chain() {
  const { chainId } = useConnection()
  const { chains, mutate: goTo } = useSwitchChain()
  const signing = useSignMessage()
  return (
    <section aria-label="Chain">
      <output data-fact="chain">{chainId}</output>
      {chains.map(({ id, name }) => (
        <button key={id} type="button" onClick={() => goTo({ chainId: id })}>
          {`Go to ${name}`}
        </button>
      ))}
      <button type="button" onClick={() => signing.mutate({ message: 'hello' })}>
        Sign
      </button>
      <output data-fact="signature">{signing.error?.name ?? signing.data}</output>
    </section>
  )
}
