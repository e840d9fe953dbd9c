import { createRoot } from 'react-dom/client'

function Page() {
  return (
    <main>
      <h1>A page</h1>
      <button type="button">Connect Wallet</button>
    </main>
  )
}

const place = document.getElementById('page')
if (place) createRoot(place).render(<Page />)
