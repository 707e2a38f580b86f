import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { forgetAll } from '../../api/client.js';
import { signUp } from '../../api/sign-in.js';
import { isBeside } from '../../app/places.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Form, textIn, useSubmit } from '../../ui/form.js';
import { Door } from './auth-layout.js';

const route = getRouteApi('/dashboard/sign-up');

export function SignUp() {
  const { back, invitationId, invitationToken } = route.useSearch();
  const router = useRouter();
  const submit = useSubmit(async (form) => {
    await signUp({
      name: textIn(form, 'name'),
      email: textIn(form, 'email'),
      password: String(form.get('password')),
      invitationId,
      invitationToken,
    });
    await forgetAll();
    const to = back ?? '/dashboard';
    if (isBeside(to)) location.assign(to);
    else router.history.push(to);
  });
  return (
    <Door
      title="Create an account"
      about="See where AI answers name your brand, and where they do not."
      below={
        <>
          Already have an account?{' '}
          <Link to="/dashboard/sign-in" search={{ back }} className="link">
            Sign in
          </Link>
        </>
      }
    >
      <Form submit={submit}>
        <Field label="Name" name="name" autoComplete="name" maxLength={100} required />
        <Field label="E-mail" name="email" type="email" autoComplete="username" required />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          minLength={8}
          maxLength={128}
          hint="8 to 128 characters"
          required
        />
        <Button type="submit" kind="primary" busy={submit.busy}>
          Create account
        </Button>
      </Form>
    </Door>
  );
}
