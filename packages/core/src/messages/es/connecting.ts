import type { connecting as english } from '../en/connecting.js'
import type { Translated } from '../sentences.js'

export const connecting: Translated<typeof english> = {
  'connect.continue': 'Continuar en {wallet}',
  'connect.accept': 'Acepta la solicitud de conexión en la billetera',
  'connect.silent': '¿No se abrió nada? Abre {wallet}, desbloquéala y busca la solicitud, o vuelve a intentarlo.',
  'connect.declined': 'Conexión rechazada',
  'connect.declinedWhy': 'La rechazaste o aún hay una solicitud anterior abierta en la billetera.',
  'connect.failed': 'La conexión falló',
  'connect.failedWhy': 'La respuesta de {wallet} no se pudo usar. Ábrela y vuelve a intentarlo.',
  'connect.timedOut': 'La billetera no respondió',
  'connect.timedOutWhy': 'Abre {wallet}, busca la solicitud y vuelve a intentarlo.',
  'connect.gone': 'Billetera no encontrada',
  'connect.goneWhy': '{wallet} ya no está en este navegador. Actívala de nuevo y recarga la página.',
  'connect.pending': 'Ya hay una solicitud abierta',
  'connect.pendingWhy': 'Abre {wallet} y responde la solicitud que espera allí.',
  'connect.tryAgain': 'Reintentar',
  'connect.noSuchWallet': '¿No tienes {wallet}?',
  'connect.get': 'Obtener',
  'connect.selectChain': 'Elegir cadena',
  'connect.selectChainFor': 'Elegir cadena para {wallet}',
  'connect.selectChainWhy': 'Funciona en varias cadenas. Elige la que quieres conectar.',
  'connect.authenticating': 'Autenticando...',
  'connect.signInFailed': 'Hubo un problema al iniciar la autenticación',
}
