import { App } from '../App'

export const meta = () => [{ title: 'My dapp' }]

export default function Home() {
  return <App />
}
