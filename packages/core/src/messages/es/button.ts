import type { ButtonSentences } from '../sentences.js'

export const button: ButtonSentences = {
  'button.connect': 'Conectar billetera',
  'button.connecting': 'Conectando...',
  'button.switchNetwork': 'Cambiar de red',
  'button.selectNetwork': 'Elegir red',
  'button.unknownNetwork': 'Red desconocida',
  'button.account': 'Cuenta {name}',
  'button.network': 'Red {name}',
  'button.balanceLoading': 'Cargando el saldo',
  'button.notLoaded': 'No se pudo cargar esta parte. Comprueba tu conexión.',
  'button.tryAgain': 'Reintentar',
  'button.close': 'Cerrar',
}
