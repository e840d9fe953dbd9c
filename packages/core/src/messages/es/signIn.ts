import type { signIn as english } from '../en/signIn.js'
import type { Translated } from '../sentences.js'

export const signIn: Translated<typeof english> = {
  'signIn.title': 'Inicia sesión',
  'signIn.lead': '{dapp} necesita conectarse a tu wallet',
  'signIn.dapp': 'Dapp',
  'signIn.why': 'Firma un mensaje para demostrar que esta cuenta es tuya. No cuesta nada.',
  'signIn.whyRequired': 'Firma un mensaje para demostrar que esta cuenta es tuya. Si cancelas, se desconectará.',
  'signIn.cancel': 'Cancelar',
  'signIn.cancelling': 'Cancelando...',
  'signIn.sign': 'Firmar',
  'signIn.signing': 'Firmando...',
  'signIn.inWallet': 'Firma el mensaje en {wallet}.',
  'signIn.declined': 'Firma rechazada',
  'signIn.smartAccount': 'Es posible que esta aplicación no admita cuentas inteligentes',
  'signIn.invalid': 'No se pudo verificar la firma. Inténtalo de nuevo.',
  'signIn.nobody': 'No hay nada que firmar',
  'signIn.nobodyWhy': 'El inicio de sesión empieza cuando se conecta una wallet.',
}
