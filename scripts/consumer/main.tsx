import { createRoot } from 'react-dom/client'
import { App } from './dapp.js'

const place = document.getElementById('page')
if (place) createRoot(place).render(<App />)
