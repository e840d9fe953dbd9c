import { HeadlessProvider, useFoyerAccounts } from '@foyer/react/headless'
import { Account } from './Account'
import { Connect } from './Connect'
import { foyer } from './foyer'

export function App() {
  return (
    <HeadlessProvider foyer={foyer}>
      <h1>My dapp</h1>
      <Page />
    </HeadlessProvider>
  )
}

function Page() {
  const { address } = useFoyerAccounts()
  return address === undefined ? <Connect /> : <Account />
}
