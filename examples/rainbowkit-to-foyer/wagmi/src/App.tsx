import { Account } from './Account'
import Template from './Template'

/** What wagmi's template draws, and what it has no button for. */
export default function App() {
  return (
    <>
      <Template />
      <Account />
    </>
  )
}
