import type { signIn as english } from '../en/signIn.js'
import type { Translated } from '../sentences.js'

export const signIn: Translated<typeof english> = {
  'signIn.title': 'تسجيل الدخول',
  'signIn.lead': 'يحتاج {dapp} إلى الاتصال بمحفظتك',
  'signIn.dapp': 'التطبيق',
  'signIn.why': 'وقّع رسالة لتثبت أن هذا الحساب لك. التوقيع مجاني.',
  'signIn.whyRequired': 'وقّع رسالة لتثبت أن هذا الحساب لك. إذا ألغيت، سيُقطع الاتصال.',
  'signIn.cancel': 'إلغاء',
  'signIn.cancelling': 'جارٍ الإلغاء...',
  'signIn.sign': 'توقيع',
  'signIn.signing': 'جارٍ التوقيع...',
  'signIn.inWallet': 'وقّع الرسالة في {wallet}.',
  'signIn.declined': 'رُفض التوقيع',
  'signIn.smartAccount': 'قد لا يدعم هذا التطبيق الحسابات الذكية',
  'signIn.invalid': 'تعذّر التحقق من التوقيع. حاول مجددًا.',
  'signIn.nobody': 'لا شيء للتوقيع',
  'signIn.nobodyWhy': 'يبدأ تسجيل الدخول عند اتصال محفظة.',
}
