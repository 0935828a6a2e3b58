import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useFailureHint } from "../../../../api/failure";
import type { CodeSent } from "../../../../api/types";
import type { DialogProps } from "../../../../lib/dialogs";
import { localNames, readLocal, writeLocal } from "../../../../lib/local";
import { beginSignUp, endSignUp, ticketOfSignUp } from "../../../../lib/signUp";
import { readTab, removeTab, tabNames, writeTab } from "../../../../lib/tab";
import { useTranslation } from "../../../../lib/translation";
import { type Method, methodsOf } from "../../../../shop/signIn/api";
import { countries, phoneDigits } from "../../../../shop/signIn/model";
import { Dialog } from "../../../../ui/Dialog";
import { useSignedIn } from "../useSignedIn";
import { CodeStep } from "./CodeStep";
import { ForgotStep } from "./ForgotStep";
import { PasswordStep } from "./PasswordStep";
import { PhoneStep } from "./PhoneStep";
import { RegisterStep } from "./RegisterStep";

type Step =
  | { name: "phone" }
  | { name: "password" }
  | { name: "forgot" }
  | { name: "code"; sent: CodeSent; method: Method; at: number }
  | { name: "register"; ticket: string };

type CodeStepOf = Extract<Step, { name: "code" }>;

/** A code that the customer is waiting for, kept if they close the sheet to look for it, or if the page reloads. */
interface Pending {
  step: CodeStepOf;
  code: string;
  phone: string;
  /** The sheet is open: until this time a reload opens it again. */
  shownUntil?: number;
}

const keep = (one: Pending) => writeTab(tabNames.codeSent, JSON.stringify(one));
const forget = () => removeTab(tabNames.codeSent);

/** The pending code with its remaining times, while it is valid. */
function stillPending(): Pending | null {
  const kept = readTab(tabNames.codeSent);
  if (kept === null) return null;
  const pending = JSON.parse(kept) as Pending;
  const { step } = pending;
  const since = Math.floor((Date.now() - step.at) / 1000);
  if (since >= step.sent.expires_in) return null;
  const resend_after = Math.max(0, step.sent.resend_after - since);
  return { ...pending, step: { ...step, sent: { ...step.sent, resend_after } } };
}

const titles = {
  phone: "auth:title",
  password: "auth:title",
  forgot: "auth:forgot_title",
  code: "auth:title",
  register: "auth:register_title",
} as const;

export interface SignInDialogProps {
  /** Continues the interrupted action; without it, the customer goes to the specified page. */
  goOn?: () => void;
  back?: boolean;
  why?: DialogProps["signIn"]["why"];
  close: () => void;
}

/** Signing in over the current page: phone, code, and for new customers a name. */
export default function SignInDialog({ goOn, why, back, close }: SignInDialogProps) {
  const { t } = useTranslation();
  const whatToDo = useFailureHint();
  const [waiting] = useState(stillPending);
  const [code, setCode] = useState(waiting?.code ?? readLocal(localNames.userCode) ?? countries[0]);
  const [phone, setPhone] = useState(waiting?.phone ?? readLocal(localNames.userMobile) ?? "");
  const [step, setStep] = useState<Step>(() => {
    const ticket = ticketOfSignUp();
    if (ticket !== null) return { name: "register", ticket };
    return waiting?.step ?? { name: "phone" };
  });
  const methods = useQuery({
    queryKey: ["verification-methods", code],
    queryFn: () => methodsOf(code),
    staleTime: 300_000,
  });
  const signedIn = useSignedIn(close);

  function sent(answer: CodeSent, method: Method) {
    writeLocal(localNames.userCode, code);
    writeLocal(localNames.userMobile, phoneDigits(phone));
    const next: CodeStepOf = { name: "code", sent: answer, method, at: Date.now() };
    keep({ step: next, code, phone, shownUntil: next.at + answer.expires_in * 1000 });
    setStep(next);
  }

  return (
    <Dialog
      open
      onClose={() => {
        if (step.name === "register") endSignUp();
        // Closed to look for the code: from now on only a press opens it again.
        if (step.name === "code") keep({ step, code, phone });
        close();
      }}
      title={t(titles[step.name])}
      closeLabel={t("auth:close")}
      size="sm"
    >
      {step.name === "phone" && (
        <PhoneStep
          why={why && t(`auth:why_${why}`)}
          code={code}
          phone={phone}
          onCode={setCode}
          onPhone={setPhone}
          methods={methods.data}
          methodsFailed={methods.isError}
          methodsHint={methods.isError ? whatToDo(methods.error) : undefined}
          onRetryMethods={() => void methods.refetch()}
          onSent={sent}
          onPassword={() => setStep({ name: "password" })}
        />
      )}
      {step.name === "password" && (
        <PasswordStep
          code={code}
          phone={phone}
          onCode={setCode}
          onPhone={setPhone}
          onBack={() => setStep({ name: "phone" })}
          onForgot={() => setStep({ name: "forgot" })}
          onDone={(token, { user, default_address: home }) => {
            forget();
            void signedIn({ token, user, home, isNew: false, goOn, back });
          }}
        />
      )}
      {step.name === "forgot" && (
        <ForgotStep
          code={code}
          phone={phone}
          onCode={setCode}
          onPhone={setPhone}
          methods={methods.data ?? ["sms"]}
          onBack={() => setStep({ name: "password" })}
          onDone={() => setStep({ name: "password" })}
        />
      )}
      {step.name === "code" && (
        <CodeStep
          // A new code is a new step, with a new countdown and an empty field.
          key={step.at}
          sent={step.sent}
          method={step.method}
          methods={methods.data ?? []}
          code={code}
          phone={phone}
          onSent={sent}
          onBack={() => {
            forget();
            setStep({ name: "phone" });
          }}
          onVerified={(answer) => {
            forget();
            writeLocal(localNames.userExists, String(answer.user_exists));
            if (answer.user_exists && answer.token) {
              const { token, user, default_address: home } = answer;
              void signedIn({ token, user, home, isNew: false, goOn, back });
            } else if (answer.registration_ticket) {
              beginSignUp(answer.registration_ticket);
              setStep({ name: "register", ticket: answer.registration_ticket });
            }
          }}
        />
      )}
      {step.name === "register" && (
        <RegisterStep
          ticket={step.ticket}
          onExpired={() => {
            endSignUp();
            setStep({ name: "phone" });
          }}
          onDone={(token, user) => void signedIn({ token, user, isNew: true, goOn })}
        />
      )}
    </Dialog>
  );
}
